import 'server-only';
import { sql, type Kysely } from 'kysely';
import type { Cell } from '@/lib/contract/access/access';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import type { Tables } from '@/lib/server/db/tables';
import { entryIn } from '@/lib/server/ledger/entry';
import { cellKey } from '@/lib/domain/access/cell-key';
import { booleanOf } from '@/lib/server/db/boolean-column';

/** What the ledger says last about a cell. */
export interface CellHistory {
  /** The newest entry about it, and whether a change of it is under way or open: then its value is not decided. */
  newestSeq: number;
  isUndecided: boolean;
  /** The newest entry that accounts for a value: made and read back by the console, or found to be made outside. */
  lastKnown: { seq: number; at: string; value: CellValue } | null;
}

/** A value that an entry told. */
export interface LastKnownValue {
  cell: Cell;
  value: CellValue;
}

/** Cells asked for in one query; SQLite takes 32,766 parameters. */
const cellsPerQuery = 500;
const entriesPerPage = 2_000;

/**
 * The value that an entry accounts for: 1, 0, -1 for none; null where it accounts for none, for a change that was not
 * made only saw a value. It is looked for in the canonical text, which is cheaper than taking it apart; texts within
 * cannot look like members of it, for their quotes are escaped.
 */
const knownValue = sql<number | null>`case
  when kind <> 'access.outside' and (kind <> 'change.outcome' or body not like '%"outcome":"applied"%') then null
  when body like '%"after":true%' then 1
  when body like '%"after":false%' then 0
  when body like '%"after":null%' then -1
end`;

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
    // Only entries about changes and values name a cell; asked for by kind, SQLite would walk the other index.
    const rows = await kysely
      .selectFrom('ledger_entry')
      .select((select) => [
        'record_type',
        'record_id',
        'entity_id',
        select.fn.max('seq').as('newest'),
        sql<number | null>`max(case when kind in ('change.intent', 'change.open') then seq end)`.as('open'),
        sql<number | null>`max(case when ${knownValue} is not null then seq end)`.as('value_seq'),
      ])
      .where('connection', '=', connection)
      .where(sql<boolean>`(record_type, record_id, entity_id) in (values ${wanted})`)
      .groupBy(['record_type', 'record_id', 'entity_id'])
      .execute();
    const values = await valuesIn(
      kysely,
      rows.flatMap(({ value_seq }) => value_seq ?? []),
    );
    for (const { newest, open, value_seq, ...row } of rows)
      histories.set(cellKey(cellOf(row)), {
        newestSeq: newest,
        isUndecided: open === newest,
        lastKnown: values.get(value_seq ?? 0) ?? null,
      });
  }
  return histories;
}

async function valuesIn(
  kysely: Kysely<Tables>,
  seqs: readonly number[],
): Promise<Map<number, NonNullable<CellHistory['lastKnown']>>> {
  if (seqs.length === 0) return new Map();
  const rows = await kysely
    .selectFrom('ledger_entry')
    .select(['seq', 'at', knownValue.as('value')])
    .where('seq', 'in', seqs)
    .execute();
  return new Map(
    rows.map(({ seq, at, value }) => [seq, { seq, at: new Date(at).toISOString(), value: booleanOf(value) }]),
  );
}

/** The values that entries of a connection told after one, oldest first, in pages. Throws what the database throws. */
export async function* valuesAfter(
  kysely: Kysely<Tables>,
  connection: string,
  after: number,
): AsyncGenerator<LastKnownValue[], void, undefined> {
  const pageOf = (kind: 'change.outcome' | 'access.outside', last: number) =>
    kysely
      .selectFrom('ledger_entry')
      .select(['seq', 'record_type', 'record_id', 'entity_id', knownValue.as('value')])
      .where('kind', '=', kind)
      .where('seq', '>', last)
      .where('connection', '=', connection)
      .orderBy('seq')
      .limit(entriesPerPage)
      .execute();
  for (let last = after; ;) {
    // One kind a query, so that each follows its index; beyond the end of a full page, the other's must wait.
    const pages = [await pageOf('change.outcome', last), await pageOf('access.outside', last)];
    const end = Math.min(
      ...pages.map((page) => (page.length < entriesPerPage ? Infinity : (page.at(-1)?.seq ?? 0))),
    );
    const rows = pages
      .flat()
      .filter(({ seq }) => seq <= end)
      .sort((a, b) => a.seq - b.seq);
    yield rows.flatMap(({ value, ...row }) =>
      value === null ? [] : [{ cell: cellOf(row), value: booleanOf(value) }],
    );
    if (end === Infinity) return;
    last = end;
  }
}

/**
 * How many cells were counted as changed outside, without being named, after an entry and up to another; and by which
 * entry last. Of more than `most` entries the oldest.
 */
export async function countedAfter(
  kysely: Kysely<Tables>,
  connection: string,
  seq: number,
  upTo = Number.MAX_SAFE_INTEGER,
  most = Number.MAX_SAFE_INTEGER,
): Promise<{ count: number; lastSeq: number }> {
  const rows = await kysely
    .selectFrom('ledger_entry')
    .select(['seq', 'body'])
    .where('kind', '=', sql.lit('access.outside-more' as const))
    .where('connection', '=', connection)
    .where('seq', '>', seq)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(most)
    .execute();
  const counts = rows.map(({ body }) => {
    const entry = entryIn(body);
    return entry?.kind === 'access.outside-more' ? entry.count : 0; // none: it was damaged
  });
  return { count: counts.reduce((sum, count) => sum + count, 0), lastSeq: rows.at(-1)?.seq ?? 0 };
}

interface CellColumns {
  record_type: string | null;
  record_id: string | null;
  entity_id: string | null;
}

function cellOf({ record_type: type, record_id: id, entity_id: entity }: CellColumns): Cell {
  return { recordType: type ?? '', recordId: id ?? '', entityId: entity ?? '' };
}
