import 'server-only';
import { sql, type Kysely } from 'kysely';
import type { Cell } from '@/lib/contract/access/access';
import { cellKey } from '@/lib/domain/access/cell-key';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import { cellColumns, cellOfRow, isAbout, isOneOf } from '@/lib/server/db/cell-columns';
import type { Tables } from '@/lib/server/db/tables';
import { entryIn } from './entry';
import { attemptIn, entriesOfKind, outsideIn } from './reading';

export interface CellHistory {
  /** `newestSeq`: the newest entry about the cell. `isUndecided`: a change is under way or unconfirmed. */
  newestSeq: number;
  isUndecided: boolean;
  lastKnown: GivenValue | null;
}

/** A value that this console set and read back, or a value set outside; then `person` is null. */
export interface GivenValue {
  seq: number;
  at: string;
  cell: Cell;
  before: CellValue | undefined;
  value: CellValue;
  person: { id: string; name: string } | null;
}

/** SQLite takes 32,766 parameters in one query. */
const cellsPerQuery = 500;
const entriesPerPage = 500;
const entriesOfOneCell = 20;
/** Cells whose changes came to nothing more often than this are looked up one by one. */
const mostRounds = 4;

/** The value that an entry tells; null for a change that was not made. */
function givenValueIn(body: string): GivenValue | null {
  const entry = entryIn(body);
  const attempt = entry && attemptIn(entry);
  if (attempt?.state === 'applied' && attempt.after !== undefined)
    return { ...attempt, value: attempt.after };
  const outside = entry && outsideIn(entry);
  return outside?.cell ? { ...outside, cell: outside.cell, value: outside.after, person: null } : null;
}

const valueKinds = ['change.outcome', 'access.outside'] as const;

/** What the ledger says last about each cell that it knows, by `cellKey`. Throws the database's error. */
export async function historyOf(
  kysely: Kysely<Tables>,
  connection: string,
  cells: readonly Cell[],
): Promise<Map<string, CellHistory>> {
  const histories = new Map<string, CellHistory>();
  for (let i = 0; i < cells.length; i += cellsPerQuery) {
    const rows = await newestAbout(kysely, connection, cells.slice(i, i + cellsPerQuery));
    const given = await givenBy(kysely, connection, rows);
    for (const { cell, newest, valued } of rows) {
      const lastKnown = given.get(cellKey(cell)) ?? null;
      histories.set(cellKey(cell), { newestSeq: newest, isUndecided: valued !== newest, lastKnown });
    }
  }
  return histories;
}

interface NewestAbout {
  cell: Cell;
  newest: number;
  /** The newest entry that may account for a value. */
  valued: number | null;
}

/** @param passed entries that account for no value. */
async function newestAbout(
  kysely: Kysely<Tables>,
  connection: string,
  cells: readonly Cell[],
  passed: readonly number[] = [],
): Promise<NewestAbout[]> {
  const isNew = passed.length === 0 ? sql`` : sql`and seq not in (${sql.join(passed)})`;
  // Only entries about changes and values name a cell; asked for by kind, SQLite would walk the other index.
  const rows = await kysely
    .selectFrom('ledger_entry')
    .select(({ fn }) => [
      ...cellColumns,
      fn.max('seq').as('newest'),
      sql<number | null>`max(case when kind in (${sql.join(valueKinds)}) ${isNew} then seq end)`.as('valued'),
    ])
    .where('connection', '=', connection)
    .where(isOneOf(cells))
    .groupBy(cellColumns)
    .execute();
  return rows.map(({ newest, valued, ...row }) => ({ cell: cellOfRow(row), newest, valued }));
}

/** The newest value that each of these cells was given, by `cellKey`. Few questions for all: the log may wait for it. */
async function givenBy(
  kysely: Kysely<Tables>,
  connection: string,
  rows: readonly NewestAbout[],
): Promise<Map<string, GivenValue>> {
  const given = new Map<string, GivenValue>();
  const passed: number[] = [];
  let open = rows;
  for (let round = 1; open.length > 0; round++) {
    const seqs = open.flatMap(({ valued }) => valued ?? []);
    if (seqs.length === 0) break;
    const found = await kysely
      .selectFrom('ledger_entry')
      .select(['seq', 'body'])
      .where('seq', 'in', seqs)
      .execute();
    const values = new Map(found.map(({ seq, body }) => [seq, givenValueIn(body)]));
    const without: Cell[] = [];
    for (const { cell, valued } of open) {
      if (valued === null) continue;
      const value =
        values.get(valued) ??
        (round < mostRounds ? null : await lastGiven(kysely, connection, cell, { before: valued }));
      if (value) given.set(cellKey(cell), value);
      else if (round < mostRounds) without.push(cell);
      passed.push(valued);
    }
    open = without.length === 0 ? [] : await newestAbout(kysely, connection, without, passed);
  }
  return given;
}

/**
 * The newest value that a cell was given, by an entry after one and before another; null where none tells of one.
 * Throws what the database throws.
 */
export async function lastGiven(
  kysely: Kysely<Tables>,
  connection: string,
  cell: Cell,
  { after = 0, before = Number.MAX_SAFE_INTEGER }: { after?: number; before?: number },
): Promise<GivenValue | null> {
  const rows = await kysely
    .selectFrom('ledger_entry')
    .select(['seq', 'body'])
    .where(isAbout(cell))
    .where('connection', '=', connection)
    .where('kind', 'in', valueKinds)
    .where('seq', '>', after)
    .where('seq', '<', before)
    .orderBy('seq', 'desc')
    .limit(entriesOfOneCell)
    .execute();
  for (const { body } of rows) {
    const given = givenValueIn(body);
    if (given) return given;
  }
  const oldest = rows[entriesOfOneCell - 1];
  return oldest ? lastGiven(kysely, connection, cell, { after, before: oldest.seq }) : null;
}

/** The values that cells were given after an entry, oldest first, in pages. Throws the database's error. */
export async function* valuesAfter(
  kysely: Kysely<Tables>,
  connection: string,
  after: number,
): AsyncGenerator<GivenValue[], void, undefined> {
  for (let last = after; ;) {
    // One query per kind, so that each uses its index. Rows beyond the end of a full page wait for the next round.
    const pages: { seq: number; body: string }[][] = [];
    for (const kind of valueKinds)
      pages.push(
        await entriesOfKind(kysely, connection, kind, { after: last })
          .select(['seq', 'body'])
          .orderBy('seq')
          .limit(entriesPerPage)
          .execute(),
      );
    const end = Math.min(
      ...pages.map((page) => (page.length < entriesPerPage ? Infinity : (page.at(-1)?.seq ?? 0))),
    );
    const rows = pages.flat().filter(({ seq }) => seq <= end);
    yield rows.sort((a, b) => a.seq - b.seq).flatMap(({ body }) => givenValueIn(body) ?? []);
    if (end === Infinity) return;
    last = end;
  }
}
