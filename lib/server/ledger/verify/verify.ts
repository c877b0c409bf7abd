import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { LedgerEntry, SignedCheckpoint } from '@/lib/contract/changes/ledger';
import { ledgerGapSchema, type LedgerGap, type Verification } from '@/lib/contract/changes/verification';
import { counted, plural } from '@/lib/domain/counted';
import { chainStart } from '@/lib/domain/ledger/chain';
import { signedInWords } from '@/lib/domain/ledger/log-words';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import { reasonOf } from '@/lib/server/db/database-error';
import type { LedgerEntryTable } from '@/lib/server/db/tables';
import { listCheckpointFiles, readCheckpointFiles } from '../checkpoints/checkpoint-files';
import { signedIn } from '../checkpoints/checkpoint-signature';
import { lookupColumns } from '../entry';
import { entryStamps, ledgerName, type EntryOf } from '../ledger-identity';
import { ledgerRows } from '../log-file';
import { judge, LogCheck, notesInWords } from '@/public/verify-log-chain.mjs';

export interface VerifyParts {
  database: Database;
  directory: string;
  ownKey: string;
}

/** Checkpoints judged in one go: each takes a fifth of a millisecond. */
const pageSize = 200;
const mostGaps = 1_000;
const mostKeys = 20;

/** Checks every entry and checkpoint, in bounded memory. @throws ConsoleError `ledger-unavailable`. */
export async function verifyLedger({ database, directory, ownKey }: VerifyParts): Promise<Verification> {
  let folderFault: string | null = null;
  const noteFolder = (error: unknown): void => void (folderFault ??= reasonOf(error));
  // Listed before the head is read: a replica may sign newer entries meanwhile.
  const files = await listCheckpointFiles(directory).catch((error: unknown) => {
    noteFolder(error);
    return [];
  });
  const head = await orUnavailable(() => headOf(database));
  const name = await orUnavailable(() => ledgerName(database.kysely, ownKey));
  const log = new LogCheck();
  log.begin({ format: 'mem-log/1', ledger: name ?? '', after: 0, hash: chainStart });
  let end = { seq: 0, hash: chainStart };
  for await (const row of ledgerRows(database, head.seq)) {
    takeRow(log, row);
    end = row;
  }
  if (end.seq < head.seq)
    log.fault(
      end.seq + 1,
      `The ledger should end with entry ${String(head.seq)}, and ends with ${String(end.seq)}.`,
    );
  else if (end.hash !== head.hash)
    log.fault(head.seq, 'The ledger does not end with the hash that it says it does.');
  if (head.lastRow > head.seq)
    log.fault(head.lastRow, `There are entries after the last one, to number ${String(head.lastRow)}.`);

  const checkpoints = new CheckpointCheck(log, ownKey);
  let stored = 0;
  // Checkpoints that replicas sign meanwhile cover entries that were not read.
  for await (const row of storedCheckpoints(database, Math.max(head.seq, head.lastSigned))) {
    stored++;
    const signed = signedIn(row);
    const isFoundRightly = signed?.checkpoint.seq === row.seq && signed.checkpoint.key === row.key_id;
    const where = `The checkpoint of entry ${String(row.seq)}`;
    checkpoints.take(row.seq, isFoundRightly ? signed : null, row.hash ?? undefined, where);
  }
  const ours = files.filter(({ ledger }) => name?.startsWith(ledger) === true);
  const others = files.length - ours.length;
  let read = others;
  for await (const some of readCheckpointFiles(directory, ours)) {
    const stamps = await entryStamps(
      database,
      some.flatMap(({ signed }) => signed?.checkpoint.seq ?? []),
    );
    for (const { name: file, signed, fault } of some) {
      if (fault !== undefined) {
        noteFolder(fault);
        continue;
      }
      read++;
      const seq = signed?.checkpoint.seq ?? null;
      const hash = seq === null ? undefined : stamps.get(seq)?.hash;
      checkpoints.take(seq, signed, hash, `The checkpoint file ${file}`);
    }
  }

  const { signedTo } = checkpoints;
  const faults = log.faults.length + log.more;
  const verdict = faults > 0 ? 'broken' : log.gaps.length > 0 || others > 0 ? 'gap' : 'intact';
  return {
    verdict,
    summary: summaryOf(verdict, { entries: head.seq, signedTo, faults, gaps: log.gaps.length, others }),
    ledger: name,
    checkedAt: new Date(head.now).toISOString(),
    head: { seq: head.seq, hash: head.hash },
    key: ownKey,
    checkpoints: { stored, files: read, signedTo, folderFault },
    gaps: log.gaps.slice(0, mostGaps).flatMap(told),
    faults: log.faults,
    moreFaults: log.more,
    remarks: [
      ...notesInWords(log.notes),
      ...(others === 0
        ? []
        : [`${counted(others, 'checkpoint file')} ${plural(others, 'is', 'are')} of another log.`]),
      ...checkpoints.otherKeys(),
    ],
  };
}

function takeRow(log: LogCheck, row: Selectable<LedgerEntryTable>): void {
  const entry = log.take(`{"entry":${row.body},"hash":"${row.hash}"}`);
  const wrong = entry ? wrongColumns(row, entry) : [];
  if (wrong.length > 0)
    log.fault(
      row.seq,
      `Entry ${String(row.seq)} is looked up by something else than it says (${wrong.join(', ')}); lists may show it wrongly.`,
    );
}

function wrongColumns(row: Selectable<LedgerEntryTable>, entry: LedgerEntry): string[] {
  let said;
  try {
    said = { seq: entry.seq, at: Date.parse(entry.at), kind: entry.kind, ...lookupColumns(entry) };
  } catch {
    return ['all of them']; // it is an object, but none of the ledger's
  }
  return Object.entries(said)
    .filter(([name, value]) => row[name as keyof typeof said] !== value) // its own names
    .map(([name]) => name);
}

/** Judges checkpoints, and knows how far they cover the log. */
class CheckpointCheck {
  readonly #log: LogCheck;
  readonly #ownKey: string;
  readonly #signedUpTo = new Map<string, number>();

  constructor(log: LogCheck, ownKey: string) {
    this.#log = log;
    this.#ownKey = ownKey;
  }

  /** @param hash the hash of the entry with the checkpoint's number; @param where names the checkpoint. */
  take(seq: number | null, signed: SignedCheckpoint | null, hash: string | undefined, where: string): void {
    const isKnown = (key: string): boolean => key === this.#ownKey || this.#log.keys.has(key);
    const { standing, isTold, why } = judge(signed, this.#log, hash, isKnown);
    if (standing !== 'vouches') {
      if (!isTold) this.#log.fault(seq, `${where} ${why}.`);
    } else if (signed && seq !== null) {
      const { key } = signed.checkpoint;
      this.#signedUpTo.set(key, Math.max(this.#signedUpTo.get(key) ?? 0, seq));
    }
  }

  /**
   * The newest entry signed by the console's key or by keys named in signed entries. A key that only names itself does
   * not count: anybody with access to the database could add one.
   */
  get signedTo(): number {
    let signedTo = this.#signedUpTo.get(this.#ownKey) ?? 0;
    for (const [key, namedAt] of this.#log.keys)
      if (namedAt <= signedTo) signedTo = Math.max(signedTo, this.#signedUpTo.get(key) ?? 0);
    return signedTo;
  }

  otherKeys(): string[] {
    const { signedTo } = this;
    const others = [...this.#log.keys].filter(([key]) => key !== this.#ownKey).slice(0, mostKeys);
    return others.map(([key, namedAt]) => {
      const counts =
        namedAt <= signedTo
          ? 'counts, for this console’s key has signed that entry. It should be the key of another console here, or an earlier one.'
          : 'does not count, for this console’s key has not signed that entry.';
      return `The log names another key since entry ${String(namedAt)}: ${key}. What it signed ${counts}`;
    });
  }
}

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

async function* storedCheckpoints({ kysely }: Database, last: number) {
  let after = { seq: -1, key_id: '' };
  for (;;) {
    const { seq, key_id } = after;
    const rows = await orUnavailable(() =>
      kysely
        .selectFrom('ledger_checkpoint as signed')
        .leftJoin('ledger_entry as entry', 'entry.seq', 'signed.seq')
        .select(['signed.seq', 'signed.key_id', 'signed.body', 'signature', 'public_key', 'entry.hash'])
        .where((where) => where(where.refTuple('signed.seq', 'signed.key_id'), '>', where.tuple(seq, key_id)))
        .where('signed.seq', '<=', last)
        .orderBy('signed.seq')
        .orderBy('signed.key_id')
        .limit(pageSize)
        .execute(),
    );
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    after = end;
    await nextTurn(); // the embedded database never waits, so page after page would keep everybody else out
  }
}

/** None of an entry that was edited so that it says something else; its fault is told. */
function told({ seq, at, headSeq, checkpointSeq, checkpointAt }: EntryOf<'ledger.gap'>): LedgerGap[] {
  const gap = ledgerGapSchema.safeParse({ seq, at, headSeq, lostSeq: checkpointSeq, lostAt: checkpointAt });
  return gap.success ? [gap.data] : [];
}

interface Counts {
  entries: number;
  signedTo: number;
  faults: number;
  gaps: number;
  others: number;
}

function summaryOf(
  verdict: Verification['verdict'],
  { entries, signedTo, faults, gaps, others }: Counts,
): string {
  if (verdict === 'broken')
    return `The log of ${counted(entries, 'entry', 'entries')} does not hold: ${counted(faults, 'fault was', 'faults were')} found. Keep the database as it is, and compare it with a backup and with the checkpoints kept elsewhere.`;
  const are = verdict === 'intact' ? 'none altered or removed' : 'none altered';
  const whole = `${counted(entries, 'entry', 'entries')}, ${are}. ${signedInWords(entries, signedTo)}`;
  if (verdict === 'intact') return whole;
  const set = `entries were lost ${counted(gaps, 'time')}, because an older copy of the database was put back; the log says so itself`;
  const other =
    "the folder of the checkpoints knows another log: this console's database was emptied or replaced, or the folder is another console's";
  return `${whole} But ${[...(gaps > 0 ? [set] : []), ...(others > 0 ? [other] : [])].join('; and ')}.`;
}
