import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { LedgerFault, LedgerGap, Verification } from '@/lib/contract/changes/verification';
import { counted } from '@/lib/domain/counted';
import { chainStart } from '@/lib/domain/ledger/chain';
import { signedInWords } from '@/lib/domain/ledger/log-words';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import { reasonOf } from '@/lib/server/db/database-error';
import { ChainCheck } from './chain-check';
import { CheckpointCheck, type Tell } from './checkpoint-check';
import {
  listCheckpointFiles,
  readCheckpointFile,
  readSeveral,
  type CheckpointFile,
} from '@/lib/server/ledger/checkpoints/checkpoint-files';
import { notesInWords } from '@/lib/server/ledger/notes';
import type { EntryOf } from '@/lib/server/ledger/ledger-identity';
import { readSelf, standingOf } from '@/lib/server/ledger/checkpoints/checkpoint-standing';

/** What is checked, and with whose key. */
export interface VerifyParts {
  database: Database;
  /** Folder of the checkpoint files. */
  directory: string;
  /** Fingerprint of the console's own key. */
  ownKey: string;
}

const pageSize = 500;
const mostFaults = 100;
const mostGaps = 1_000;

type Row = Awaited<ReturnType<typeof page>>[number];

/**
 * Reads the whole ledger and checks that every entry is there, in its place and as it was written, and that every
 * checkpoint vouches for it. Memory stays flat, and others have their turn after every page.
 * @throws ConsoleError `ledger-unavailable`.
 */
export async function verifyLedger(parts: VerifyParts): Promise<Verification> {
  const { database, directory, ownKey } = parts;
  const faults: LedgerFault[] = [];
  let moreFaults = 0;
  const tell: Tell = (seq, message) => {
    if (faults.length < mostFaults) faults.push({ seq, message });
    else moreFaults++;
  };
  let folderFault: string | null = null;
  const noteFolder = (error: unknown): undefined => void (folderFault ??= reasonOf(error));
  // Listed before the head is read: what another replica signs meanwhile is not taken for a loss.
  const files = await listCheckpointFiles(directory).catch((error: unknown) => {
    noteFolder(error);
    return [];
  });
  const head = await orUnavailable(() => headOf(database));
  const self = await orUnavailable(() => readSelf(database.kysely, ownKey));
  const { gaps } = self;
  const notes = await orUnavailable(() => notesInWords(database.kysely));
  const chain = new ChainCheck(tell);
  const checkpoints = new CheckpointCheck(self, tell);
  const readFile = async ({ name }: CheckpointFile) => {
    try {
      return { name, signed: await readCheckpointFile(directory, name) };
    } catch (error) {
      return noteFolder(error);
    }
  };
  const takeFiles = async (some: readonly CheckpointFile[], rows: ReadonlyMap<number, Row>) => {
    for (const file of await readSeveral(some, readFile)) {
      if (!file) continue;
      const { name, signed } = file;
      const row = signed ? rows.get(signed.checkpoint.seq) : undefined;
      const standing = await orUnavailable(() => standingOf(database.kysely, self, name, signed, row));
      checkpoints.takeFile(name, signed, standing);
    }
  };

  let fileAt = 0;
  while (chain.seq < head.seq) {
    const after = chain.seq;
    const rows = await orUnavailable(() => page(database, after, head.seq));
    if (rows.length === 0) break;
    for (const row of rows) chain.take(row);
    const places = new Map(rows.map((row) => [row.seq, row]));
    for (const row of await orUnavailable(() => storedBetween(database, after, chain.seq)))
      checkpoints.takeStored(row, places.get(row.seq));
    const firstFile = fileAt;
    while ((files[fileAt]?.seq ?? Infinity) <= chain.seq) fileAt++;
    await takeFiles(files.slice(firstFile, fileAt), places);
    await nextTurn();
  }

  if (chain.seq < head.seq)
    tell(
      chain.seq + 1,
      `The ledger should end with entry ${String(head.seq)}, and ends with ${String(chain.seq)}.`,
    );
  else if (chain.hash !== head.hash)
    tell(head.seq, 'The ledger does not end with the hash that it says it does.');
  if (head.lastRow > head.seq)
    tell(head.lastRow, `There are entries after the last one, to number ${String(head.lastRow)}.`);
  if (head.lastSigned > head.seq)
    tell(head.lastSigned, `A checkpoint vouches for entry ${String(head.lastSigned)}, which is not there.`);
  await takeFiles(files.slice(fileAt), new Map());
  const { stored, signedTo, reused } = checkpoints;
  const isReplaced = checkpoints.knowsOtherLogs;
  const verdict = faults.length > 0 ? 'broken' : gaps.length > 0 || isReplaced ? 'gap' : 'intact';
  return {
    verdict,
    summary: summaryOf(verdict, {
      entries: head.seq,
      signedTo,
      faults: faults.length + moreFaults,
      gaps: gaps.length,
      reused,
      isReplaced,
    }),
    ledger: self.name,
    checkedAt: new Date(head.now).toISOString(),
    head: { seq: head.seq, hash: head.hash },
    key: ownKey,
    checkpoints: { stored, files: checkpoints.files, signedTo, folderFault },
    gaps: gaps.slice(0, mostGaps).map(told),
    faults,
    moreFaults,
    remarks: [...notes, ...checkpoints.remarks()],
  };
}

/** Where the ledger ends, all of one moment. */
async function headOf(database: Database) {
  const row = await database.kysely
    .selectFrom('ledger_head')
    .select(['seq', 'hash'])
    .select((select) => [
      select
        .selectFrom('ledger_entry')
        .select(sql<number | null>`max(seq)`.as('last'))
        .as('lastRow'),
      select
        .selectFrom('ledger_checkpoint')
        .select(sql<number | null>`max(seq)`.as('last'))
        .as('lastSigned'),
    ])
    .select(database.dialect.now.as('now'))
    .executeTakeFirst();
  const { seq = 0, hash = chainStart, lastRow, lastSigned, now = Date.now() } = row ?? {};
  return { seq, hash, lastRow: lastRow ?? 0, lastSigned: lastSigned ?? 0, now };
}

function page({ kysely }: Database, after: number, last: number) {
  return kysely
    .selectFrom('ledger_entry')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq')
    .limit(pageSize)
    .execute();
}

function storedBetween({ kysely }: Database, after: number, last: number) {
  return kysely
    .selectFrom('ledger_checkpoint')
    .select(['seq', 'key_id', 'body', 'signature', 'public_key'])
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq')
    .execute();
}

function told({ seq, at, headSeq, checkpointSeq, checkpointAt }: EntryOf<'ledger.gap'>): LedgerGap {
  return { seq, at, headSeq, lostSeq: checkpointSeq, lostAt: checkpointAt };
}

interface Counts {
  entries: number;
  signedTo: number;
  faults: number;
  gaps: number;
  /** Lost numbers that were used again before the loss was recorded: there nobody can say what was written first. */
  reused: number;
  /** The folder has checkpoints of another log. */
  isReplaced: boolean;
}

function summaryOf(
  verdict: Verification['verdict'],
  { entries, signedTo, faults, gaps, reused, isReplaced }: Counts,
): string {
  if (verdict === 'broken')
    return `The log of ${counted(entries, 'entry', 'entries')} does not hold: ${counted(faults, 'fault was', 'faults were')} found. Keep the database as it is, and compare it with a backup and with the checkpoints kept elsewhere.`;
  const are =
    reused > 0 ? 'in an unbroken chain' : verdict === 'intact' ? 'none altered or removed' : 'none altered';
  const whole = `${counted(entries, 'entry', 'entries')}, ${are}. ${signedInWords(entries, signedTo)}`;
  if (verdict === 'intact') return whole;
  const set = `entries were lost ${counted(gaps, 'time')}, because an older copy of the database was put back; the log says so itself`;
  const other =
    "the folder of the checkpoints knows another log: this console's database was emptied or replaced, or the folder is another console's";
  return `${whole} But ${[...(gaps > 0 ? [set] : []), ...(isReplaced ? [other] : [])].join('; and ')}.`;
}
