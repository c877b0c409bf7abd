import 'server-only';
import type { LedgerFacts, SignedCheckpoint } from '@/lib/contract/ledger';
import type { Database } from '@/lib/server/db/database';
import { listCheckpointFiles, readCheckpointFile, type CheckpointFile } from './checkpoint-files';
import { isGenuine } from './checkpoint-signature';
import { entriesOf, ledgerName } from './ledger-identity';
import type { Ledger } from './ledger';

type Gap = Extract<LedgerFacts, { kind: 'ledger.gap' }>;

/** A start looks at the newest files only; whoever verifies looks at all. */
const mostFiles = 1_000;
const perQuery = 500;

/**
 * Looks for checkpoints of this ledger that know entries which are not here, signed by one of its keys: the database
 * was restored from an older copy, or cut. Each loss becomes one entry, however often the console starts.
 * @returns the losses that were not recorded before.
 * @throws the file system's error when the folder cannot be read; ConsoleError as the ledger.
 */
export async function recordLosses(
  parts: { database: Database; ledger: Ledger },
  directory: string,
  ownKey: string,
): Promise<Gap[]> {
  const files = await doubtful(parts.database, await listCheckpointFiles(directory));
  if (files.length === 0) return [];
  const read = await Promise.all(files.map(({ name }) => readCheckpointFile(directory, name)));
  const genuine = read.flatMap((signed) => (signed && isGenuine(signed) ? [signed] : []));
  return parts.ledger.record(async (transaction) => {
    // Replicas that start together wait here, so that one of them records it.
    const head = await transaction
      .updateTable('ledger_head')
      .set((set) => ({ seq: set.ref('seq') }))
      .returning('seq')
      .executeTakeFirstOrThrow();
    const name = await ledgerName(transaction);
    const keys = new Set([ownKey]);
    for (const { fingerprint } of await entriesOf(transaction, 'ledger.key')) keys.add(fingerprint);
    const known: Gap[] = await entriesOf(transaction, 'ledger.gap');
    const ours = genuine.filter(({ checkpoint: { ledger, key } }) => ledger === name && keys.has(key));
    const facts = newGaps(ours, known, head.seq);
    return { facts, result: facts };
  });
}

/** Whether a recorded gap accounts for a checkpoint: it was lost then, or before. */
export function isExplained(
  checkpoint: Pick<SignedCheckpoint['checkpoint'], 'seq' | 'at'>,
  gaps: readonly Pick<Gap, 'checkpointSeq' | 'checkpointAt'>[],
): boolean {
  return gaps.some(
    ({ checkpointSeq, checkpointAt }) => checkpoint.seq <= checkpointSeq && checkpoint.at <= checkpointAt,
  );
}

/** The newest of the lost checkpoints stand for the rest. */
function newGaps(lost: readonly SignedCheckpoint[], known: readonly Gap[], headSeq: number): Gap[] {
  const gaps: Gap[] = [];
  const newestFirst = lost
    .map(({ checkpoint }) => checkpoint)
    .sort((a, b) => b.seq - a.seq || (a.at < b.at ? 1 : -1));
  for (const checkpoint of newestFirst) {
    if (isExplained(checkpoint, [...known, ...gaps])) continue;
    const { seq, hash, at } = checkpoint;
    gaps.push({ kind: 'ledger.gap', checkpointSeq: seq, checkpointHash: hash, checkpointAt: at, headSeq });
  }
  return gaps;
}

/** The newest files whose names say another hash than the ledger has, or an entry that it has not. */
async function doubtful(database: Database, all: readonly CheckpointFile[]): Promise<CheckpointFile[]> {
  const name = await ledgerName(database.kysely);
  const ours = all.filter(({ ledger }) => name?.startsWith(ledger)).slice(-mostFiles);
  const hashes = new Map<number, string>();
  for (let i = 0; i < ours.length; i += perQuery) {
    const seqs = ours.slice(i, i + perQuery).map(({ seq }) => seq);
    const rows = await database.kysely
      .selectFrom('ledger_entry')
      .select(['seq', 'hash'])
      .where('seq', 'in', seqs)
      .execute();
    for (const { seq, hash } of rows) hashes.set(seq, hash);
  }
  return ours.filter(({ seq, hash }) => hashes.get(seq)?.startsWith(hash) !== true);
}
