import 'server-only';
import type { LedgerFacts, SignedCheckpoint } from '@/lib/contract/changes/ledger';
import type { Database } from '@/lib/server/db/database';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { lockedHead, type Ledger } from '../ledger';
import { entriesOf, entryStamps, ledgerName } from '../ledger-identity';
import { judge } from '@/public/verify-log-chain.mjs';
import {
  listCheckpointFiles,
  readCheckpointFile,
  readCheckpointFiles,
  type ReadFile,
} from './checkpoint-files';

type Gap = Extract<LedgerFacts, { kind: 'ledger.gap' }>;

export interface Losses {
  /** The loss recorded now; null when there is none or an earlier start recorded it. */
  gap: Gap | null;
  /** The first file that contradicts the ledger, and why. No entry records it, so each start reports it. */
  misfit: { name: string; why: string } | null;
  /** The newest checkpoint of each other log: the database may have been replaced by an empty one. */
  others: SignedCheckpoint['checkpoint'][];
}

export interface LossParts {
  database: Database;
  ledger: Ledger;
  /** Fingerprint of the console's own key. */
  ownKey: string;
  /** May be a network folder that is away or hangs. */
  directory: string;
}

/** A start reads the newest files only; "Verify" reads all. */
const mostFiles = 1_000;
const mostOthers = 20;

/**
 * Compares the newest checkpoint files with the ledger. Records one entry when entries are missing at its end, because
 * an older copy was restored or they were cut.
 * @throws the file system's error; ConsoleError as the ledger.
 */
export async function recordLosses({ database, ledger, directory, ownKey }: LossParts): Promise<Losses> {
  const files = await listCheckpointFiles(directory);
  const name = await orUnavailable(() => ledgerName(database.kysely, ownKey));
  if (name === null && (await ledger.head()).seq > 0) return { gap: null, misfit: null, others: [] };
  const isOurs = (file: { ledger: string }): boolean => name?.startsWith(file.ledger) === true;
  const newestOfOthers = new Map(
    files.filter((file) => !isOurs(file)).map((file) => [file.ledger, file.name]),
  );
  const others = await Promise.all(
    [...newestOfOthers.values()].slice(0, mostOthers).map((file) => readCheckpointFile(directory, file)),
  );
  const ours = files.filter(isOurs).slice(-mostFiles);
  const stamps = await entryStamps(
    database,
    ours.map(({ seq }) => seq),
  );
  const doubtful = ours.filter(({ seq, hash }) => stamps.get(seq)?.hash.startsWith(hash) !== true);
  const told = { others: others.flatMap((signed) => signed?.checkpoint ?? []) };
  if (name === null || doubtful.length === 0) return { gap: null, misfit: null, ...told };
  const read: ReadFile[] = [];
  for await (const some of readCheckpointFiles(directory, doubtful)) read.push(...some);
  return ledger.record(async (transaction) => {
    // Replicas that start together wait here, so that one of them records the loss.
    const last = (await lockedHead(transaction, database.dialect))?.seq ?? 0;
    const keys = (await entriesOf(transaction, 'ledger.key')).map(({ fingerprint }) => fingerprint);
    const log = { ledger: name, last, gaps: await entriesOf(transaction, 'ledger.gap') };
    let gap: Gap | null = null;
    let misfit: Losses['misfit'] = null;
    for (const { name: file, signed, fault } of read) {
      if (fault !== undefined) throw fault;
      const hash = signed ? stamps.get(signed.checkpoint.seq)?.hash : undefined;
      const { standing, isTold, why } = judge(
        signed,
        log,
        hash,
        (key) => key === ownKey || keys.includes(key),
      );
      if (isTold || standing === 'vouches') continue;
      if (standing === 'missing' && signed) gap = gapOf(signed, last);
      else misfit ??= { name: file, why };
    }
    return { facts: gap ? [gap] : [], result: { gap, misfit, ...told } };
  });
}

function gapOf({ checkpoint: { seq, hash, at } }: SignedCheckpoint, headSeq: number): Gap {
  return { kind: 'ledger.gap', checkpointSeq: seq, checkpointHash: hash, checkpointAt: at, headSeq };
}
