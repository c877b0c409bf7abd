import 'server-only';
import type { Kysely } from 'kysely';
import type { LedgerFacts, SignedCheckpoint } from '@/lib/contract/ledger';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import { listCheckpointFiles, readCheckpointFile, type CheckpointFile } from './checkpoint-files';
import { isGenuine, signedIn } from './checkpoint-signature';
import { entriesOf, ledgerName, type EntryOf } from './ledger-identity';
import type { Ledger } from './ledger';

type Gap = Extract<LedgerFacts, { kind: 'ledger.gap' }>;
type Checkpoint = Pick<SignedCheckpoint['checkpoint'], 'seq' | 'hash' | 'at'>;

/** A file that does not vouch for what is here. */
interface Doubt {
  name: string;
  /** When the entry of its number was written, in ms since 1970; null where there is none. */
  entryAt: number | null;
}

/** What checkpoint files know and the ledger does not. */
export interface Losses {
  /** Losses that were not recorded before. */
  gaps: Gap[];
  /** Checkpoints whose entries were changed, which no older copy explains; these are recorded nowhere. */
  changed: Checkpoint[];
}

/** A start looks at the newest files only; whoever verifies looks at all. */
const mostFiles = 1_000;
const perQuery = 500;
/** Checkpoints that are looked at for one that proves an entry to be older than another checkpoint. */
const mostOlder = 20;

/**
 * Looks for checkpoints of this ledger that know entries which are not here, signed by one of its keys: the database
 * was restored from an older copy, or cut. Each loss becomes one entry, however often the console starts.
 * @throws the file system's error when the folder cannot be read; ConsoleError as the ledger.
 */
export async function recordLosses(
  parts: { database: Database; ledger: Ledger },
  directory: string,
  ownKey: string,
): Promise<Losses> {
  const doubts = await doubtful(parts.database, await listCheckpointFiles(directory), ownKey);
  if (doubts.length === 0) return { gaps: [], changed: [] };
  const read = await Promise.all(
    doubts.map(async ({ name, entryAt }) => ({ signed: await readCheckpointFile(directory, name), entryAt })),
  );
  return parts.ledger.record(async (transaction) => {
    // Replicas that start together wait here, so that one of them records it.
    const head = await transaction
      .updateTable('ledger_head')
      .set((set) => ({ seq: set.ref('seq') }))
      .returning('seq')
      .executeTakeFirstOrThrow();
    const name = await ledgerName(transaction, ownKey);
    const keys = new Set([ownKey]);
    for (const { fingerprint } of await entriesOf(transaction, 'ledger.key')) keys.add(fingerprint);
    const known = await entriesOf(transaction, 'ledger.gap');
    const lost: Checkpoint[] = [];
    const changed: Checkpoint[] = [];
    for (const { signed, entryAt } of read) {
      if (!signed || !isGenuine(signed)) continue;
      const { checkpoint } = signed;
      if (checkpoint.ledger !== name || !keys.has(checkpoint.key)) continue;
      const isReplaced = await isOfAnotherCopy(transaction, checkpoint, entryAt, ownKey);
      if (!isExplained(checkpoint, isReplaced, known)) (isReplaced ? lost : changed).push(checkpoint);
    }
    const facts = gapsOf(lost, head.seq);
    return { facts, result: { gaps: facts, changed } };
  });
}

/**
 * Whether a recorded gap accounts for a checkpoint that does not vouch for what is here: it was lost then, or before,
 * and its number was used again since, or what is here is of another copy of the ledger.
 */
export function isExplained(
  checkpoint: Pick<Checkpoint, 'seq' | 'at'>,
  isReplaced: boolean,
  gaps: readonly Pick<EntryOf<'ledger.gap'>, 'seq' | 'checkpointSeq' | 'checkpointAt'>[],
): boolean {
  return gaps.some((gap) => isBefore(checkpoint, gap) && (isReplaced || checkpoint.seq >= gap.seq));
}

/**
 * Whether a checkpoint that does not vouch for what is here may be one of a copy that was given up: its number is free,
 * or used by a younger entry, or by one that the console had signed before. Any other entry in its place was changed.
 * @param entryAt when the entry there was written, in ms since 1970; null where there is none.
 */
export async function isOfAnotherCopy(
  on: Kysely<Tables>,
  checkpoint: SignedCheckpoint['checkpoint'],
  entryAt: number | null,
  ownKey: string,
): Promise<boolean> {
  const at = Date.parse(checkpoint.at);
  if (entryAt === null || entryAt > at) return true;
  const older = await on
    .selectFrom('ledger_checkpoint as signed')
    .innerJoin('ledger_entry as entry', 'entry.seq', 'signed.seq')
    .select(['signed.body', 'signed.signature', 'signed.public_key', 'entry.hash'])
    .where('signed.seq', '>=', checkpoint.seq)
    .where('signed.key_id', 'in', [ownKey, checkpoint.key])
    .where('signed.at', '<=', at)
    .orderBy('signed.seq')
    .limit(mostOlder)
    .execute();
  return older.some((row) => {
    const signed = signedIn(row);
    if (!signed || !isGenuine(signed)) return false;
    const { key, hash, ledger, at: signedAt } = signed.checkpoint;
    const isKnown = (key === ownKey || key === checkpoint.key) && ledger === checkpoint.ledger;
    return isKnown && hash === row.hash && signedAt <= checkpoint.at;
  });
}

/** The checkpoint is the one that a gap names, or older. */
function isBefore(
  { seq, at }: Pick<Checkpoint, 'seq' | 'at'>,
  { checkpointSeq, checkpointAt }: Pick<Gap, 'checkpointSeq' | 'checkpointAt'>,
): boolean {
  return seq <= checkpointSeq && at <= checkpointAt;
}

/** The newest of the lost checkpoints stand for the rest. */
function gapsOf(lost: readonly Checkpoint[], headSeq: number): Gap[] {
  const gaps: Gap[] = [];
  const newestFirst = [...lost].sort((a, b) => b.seq - a.seq || (a.at < b.at ? 1 : -1));
  for (const checkpoint of newestFirst) {
    if (gaps.some((gap) => isBefore(checkpoint, gap))) continue;
    const { seq, hash, at } = checkpoint;
    gaps.push({ kind: 'ledger.gap', checkpointSeq: seq, checkpointHash: hash, checkpointAt: at, headSeq });
  }
  return gaps;
}

/** The newest files whose names say another hash than the ledger has, or an entry that it has not. */
async function doubtful(
  { kysely }: Database,
  all: readonly CheckpointFile[],
  ownKey: string,
): Promise<Doubt[]> {
  const name = await ledgerName(kysely, ownKey);
  const ours = all.filter(({ ledger }) => name?.startsWith(ledger)).slice(-mostFiles);
  const entries = new Map<number, { hash: string; at: number }>();
  for (let i = 0; i < ours.length; i += perQuery) {
    const seqs = ours.slice(i, i + perQuery).map(({ seq }) => seq);
    const rows = await kysely
      .selectFrom('ledger_entry')
      .select(['seq', 'hash', 'at'])
      .where('seq', 'in', seqs)
      .execute();
    for (const { seq, hash, at } of rows) entries.set(seq, { hash, at });
  }
  return ours
    .filter(({ seq, hash }) => entries.get(seq)?.hash.startsWith(hash) !== true)
    .map((file) => ({ name: file.name, entryAt: entries.get(file.seq)?.at ?? null }));
}
