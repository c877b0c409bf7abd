import 'server-only';
import type { LedgerFacts, SignedCheckpoint } from '@/lib/contract/changes/ledger';
import type { Database } from '@/lib/server/db/database';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { lockedHead, type Ledger } from '@/lib/server/ledger/ledger';
import {
  listCheckpointFiles,
  readCheckpointFile,
  readSeveral,
  type CheckpointFile,
} from './checkpoint-files';
import { isBefore, readSelf, standingOf, type LedgerSelf, type EntryStamp } from './checkpoint-standing';

type Gap = Extract<LedgerFacts, { kind: 'ledger.gap' }>;
type Checkpoint = SignedCheckpoint['checkpoint'];

/** What checkpoint files know and the ledger does not. */
export interface Losses {
  /** Losses that were not recorded before. */
  gaps: Gap[];
  /** Checkpoints whose entries were changed, which no older copy explains; these are recorded nowhere. */
  changed: Checkpoint[];
  /** The newest of each other log: where this console had one of them, its database was replaced by an empty one. */
  others: Checkpoint[];
}

interface LossParts {
  database: Database;
  ledger: Ledger;
  /** Where the checkpoint files are. */
  directory: string;
  /** Fingerprint of the console's own key. */
  ownKey: string;
}

/** A start looks at the newest files only; whoever verifies looks at all. */
const mostFiles = 1_000;
const perQuery = 500;
/** Other logs that are looked at, and files of each until one can be read. */
const mostOthers = 20;
const mostFilesOfOther = 10;

/**
 * Looks for checkpoints of this ledger that know entries which are not here, signed by one of its keys: the database
 * was restored from an older copy, or cut. Each loss becomes one entry, however often the console starts.
 * @throws the file system's error when the folder cannot be read; ConsoleError as the ledger.
 */
export async function recordLosses(parts: LossParts): Promise<Losses> {
  const { database, ledger, directory, ownKey } = parts;
  const files = await listCheckpointFiles(directory);
  const self = await orUnavailable(() => readSelf(database.kysely, ownKey));
  if (self.name === null) return { gaps: [], changed: [], others: [] };
  const { name } = self;
  const others = await newestOfOthers(
    files.filter((file) => !name.startsWith(file.ledger)),
    parts,
    self,
  );
  const doubtful = await notVouching(
    files.filter((file) => name.startsWith(file.ledger)).slice(-mostFiles),
    database,
  );
  if (doubtful.length === 0) return { gaps: [], changed: [], others };
  const read = await readSeveral(doubtful, async (file) => ({
    ...file,
    signed: await readCheckpointFile(directory, file.name),
  }));
  return ledger.record(async (transaction) => {
    // Replicas that start together wait here, so that one of them records it.
    const head = await lockedHead(transaction, database.dialect);
    const now = await readSelf(transaction, ownKey);
    const lost: Checkpoint[] = [];
    const changed: Checkpoint[] = [];
    for (const file of read) {
      const standing = await standingOf(transaction, now, file.name, file.signed, file.entry);
      if (file.signed && standing === 'lost') lost.push(file.signed.checkpoint);
      if (file.signed && standing === 'changed') changed.push(file.signed.checkpoint);
    }
    const facts = gapsOf(lost, head?.seq ?? 0);
    return { facts, result: { gaps: facts, changed, others } };
  });
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

/** The newest checkpoint of each other log, whoever signed it. */
async function newestOfOthers(
  files: readonly CheckpointFile[],
  { database, directory }: LossParts,
  self: LedgerSelf,
): Promise<Checkpoint[]> {
  const found: Checkpoint[] = [];
  const logs = [...new Set(files.map(({ ledger }) => ledger))].slice(0, mostOthers);
  for (const log of logs) {
    const newestFirst = files.filter(({ ledger }) => ledger === log).reverse();
    for (const { name } of newestFirst.slice(0, mostFilesOfOther)) {
      const signed = await readCheckpointFile(directory, name);
      const standing = await orUnavailable(() => standingOf(database.kysely, self, name, signed, undefined));
      if (!signed || standing !== 'other-log') continue;
      found.push(signed.checkpoint);
      break;
    }
  }
  return found;
}

/** The files whose names say another hash than the ledger has, or an entry that it has not. */
async function notVouching(
  ours: readonly CheckpointFile[],
  database: Database,
): Promise<{ name: string; entry: EntryStamp | undefined }[]> {
  const entries = await entriesOfFiles(ours, database);
  return ours
    .filter(({ seq, hash }) => entries.get(seq)?.hash.startsWith(hash) !== true)
    .map(({ name, seq }) => ({ name, entry: entries.get(seq) }));
}

/** The entries that have the numbers of these files. @throws ConsoleError `ledger-unavailable`. */
export async function entriesOfFiles(
  files: readonly CheckpointFile[],
  { kysely }: Database,
): Promise<ReadonlyMap<number, EntryStamp>> {
  const entries = new Map<number, EntryStamp>();
  for (let i = 0; i < files.length; i += perQuery) {
    const seqs = files.slice(i, i + perQuery).map(({ seq }) => seq);
    const rows = await orUnavailable(() =>
      kysely.selectFrom('ledger_entry').select(['seq', 'hash', 'at']).where('seq', 'in', seqs).execute(),
    );
    for (const { seq, hash, at } of rows) entries.set(seq, { hash, at });
  }
  return entries;
}
