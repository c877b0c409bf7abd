import 'server-only';
import { sql, type Kysely } from 'kysely';
import type { Cell } from '@/lib/contract/access';
import { ledgerFactsSchema } from '@/lib/contract/ledger';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import type { Tables } from '@/lib/server/db/tables';
import { cellKey } from './cell-locks';

/** What the ledger says last about a cell. */
export interface CellHistory {
  /** The newest entry about it, and whether a change of it is under way or open: then its value is not decided. */
  newestSeq: number;
  isUndecided: boolean;
  /** The newest entry that tells a value read from the service. */
  known: { seq: number; at: string; value: CellValue } | null;
}

/** Cells asked for in one query; SQLite takes 32,766 parameters. */
const cellsPerQuery = 500;

const undecided = ['change.intent', 'change.open'] as const;
const decided = ['change.outcome', 'access.outside'] as const;

/**
 * What the ledger says last about each of these cells of a connection, by `cellKey`; cells it does not know are absent.
 * Throws what the database throws.
 */
export async function historyOf(
  kysely: Kysely<Tables>,
  connection: string,
  cells: readonly Cell[],
): Promise<Map<string, CellHistory>> {
  const histories = new Map<string, CellHistory>();
  for (let i = 0; i < cells.length; i += cellsPerQuery) {
    const some = cells.slice(i, i + cellsPerQuery);
    const wanted = sql.join(
      some.map((cell) => sql`(${cell.recordType}, ${cell.recordId}, ${cell.entityId})`),
    );
    const rows = await grouped(kysely, connection)
      .where(sql<boolean>`(record_type, record_id, entity_id) in (values ${wanted})`)
      .where('kind', 'in', [...undecided, ...decided])
      .execute();
    const told = await entriesBySeq(kysely, rows);
    for (const { newest, newest_undecided: open, ...row } of rows) {
      const known = told.get(row.newest_told ?? 0) ?? null;
      histories.set(cellKey(cellOf(row)), { newestSeq: newest, isUndecided: open === newest, known });
    }
  }
  return histories;
}

/** A cell and the value that the ledger told last. */
export interface KnownCell {
  cell: Cell;
  value: CellValue;
  /** The entry that told it. */
  seq: number;
}

/** Every cell of a connection with the value that the ledger told last, in pages. Throws what the database throws. */
export async function* knownCells(
  kysely: Kysely<Tables>,
  connection: string,
): AsyncGenerator<KnownCell[], void, undefined> {
  for (let last: Cell = { recordType: '', recordId: '', entityId: '' }; ;) {
    const rows = await grouped(kysely, connection)
      .where(
        sql<boolean>`(record_type, record_id, entity_id) > (${last.recordType}, ${last.recordId}, ${last.entityId})`,
      )
      .where('kind', 'in', decided)
      .orderBy('record_type')
      .orderBy('record_id')
      .orderBy('entity_id')
      .limit(cellsPerQuery)
      .execute();
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    const told = await entriesBySeq(kysely, rows);
    yield rows.flatMap((row) => {
      const known = told.get(row.newest_told ?? 0);
      return known ? [{ cell: cellOf(row), value: known.value, seq: known.seq }] : [];
    });
    last = cellOf(lastRow);
  }
}

/** How many cells were counted as changed outside, without being named, after an entry; and by which entry last. */
export async function countedAfter(
  kysely: Kysely<Tables>,
  connection: string,
  seq: number,
): Promise<{ count: number; lastSeq: number }> {
  const rows = await kysely
    .selectFrom('ledger_entry')
    .select(['seq', 'body'])
    .where('kind', '=', 'access.outside-more')
    .where('connection', '=', connection)
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
  const count = rows.reduce((sum, { body }) => {
    const facts = ledgerFactsSchema.parse(JSON.parse(body));
    return sum + (facts.kind === 'access.outside-more' ? facts.count : 0);
  }, 0);
  return { count, lastSeq: rows.at(-1)?.seq ?? 0 };
}

interface CellColumns {
  record_type: string | null;
  record_id: string | null;
  entity_id: string | null;
}

function grouped(kysely: Kysely<Tables>, connection: string) {
  const newestWhere = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number | null>`max(case when ${condition} then seq end)`;
  return kysely
    .selectFrom('ledger_entry')
    .select((select) => [
      'record_type',
      'record_id',
      'entity_id',
      select.fn.max('seq').as('newest'),
      newestWhere(sql`kind in (${sql.join([...undecided])})`).as('newest_undecided'),
      // No text within a canonical body can look like a member's name: its quotes are escaped.
      newestWhere(sql`kind in (${sql.join([...decided])}) and body like '%"after":%'`).as('newest_told'),
    ])
    .where('connection', '=', connection)
    .groupBy(['record_type', 'record_id', 'entity_id']);
}

async function entriesBySeq(
  kysely: Kysely<Tables>,
  rows: readonly { newest_told: number | null }[],
): Promise<Map<number, { seq: number; at: string; value: CellValue }>> {
  const wanted = rows.flatMap(({ newest_told: seq }) => seq ?? []);
  if (wanted.length === 0) return new Map();
  const entries = await kysely
    .selectFrom('ledger_entry')
    .select(['seq', 'at', 'body'])
    .where('seq', 'in', wanted)
    .execute();
  return new Map(
    entries.flatMap(({ seq, at, body }) => {
      const facts = ledgerFactsSchema.parse(JSON.parse(body));
      const value = 'after' in facts && !Array.isArray(facts.after) ? facts.after : undefined;
      return value === undefined ? [] : [[seq, { seq, at: new Date(at).toISOString(), value }]];
    }),
  );
}

function cellOf({ record_type: type, record_id: id, entity_id: entity }: CellColumns): Cell {
  return { recordType: type ?? '', recordId: id ?? '', entityId: entity ?? '' };
}
