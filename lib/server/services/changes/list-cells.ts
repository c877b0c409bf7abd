import 'server-only';
import { sql, type Selectable } from 'kysely';
import type { z } from 'zod';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { ChangeCell, ChangeCells, changeCellsQuerySchema } from '@/lib/contract/changes/changes';
import { mayRead } from '@/lib/contract/session/roles';
import { valueOf } from '@/lib/domain/access/matrix-differences';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { cellOfRow } from '@/lib/server/db/cell-columns';
import type { Database } from '@/lib/server/db/database';
import type { ChangeCellTable } from '@/lib/server/db/tables';
import type { KnownMatrix } from '@/lib/server/services/access/mirror/mirror';
import { verb } from '@/lib/server/services/verb';
import { booleanOf } from '@/lib/server/db/boolean-column';
import { instantOf, isChangeSetId, noSuchChangeSet } from './store/change-set-row';

type CellsQuery = z.infer<typeof changeCellsQuerySchema>;

type Slice = { offset: number; limit: number };

/** A page of a set's cells: unconfirmed ones first, then in order. @throws ConsoleError `not-found`. */
export const listCells = verb<CellsQuery, ChangeCells>({
  roles: mayRead.changes,
  run: ({ ctx, input }) =>
    orUnavailable(async () => {
      const { database, connections } = ctx.console;
      const { page, pageSize } = input;
      const { connection: key, total, unconfirmed } = await countsOf(database, input);
      const slice = { offset: (page - 1) * pageSize, limit: pageSize };
      const cells =
        unconfirmed === 0
          ? await cellsOf(database, input, slice)
          : await unconfirmedFirst(database, input, unconfirmed, slice);
      const mirror = connections.find((one) => one.key === key)?.mirror;
      const known = mirror?.known() ?? null;
      return {
        value: cells.map((row) => withNow(cellOf(row), known)),
        asOf: mirror?.asOf() ?? null,
        total,
        page,
        pageSize,
      };
    }),
});

function withNow(cell: ChangeCell, known: KnownMatrix | null): ChangeCell {
  return known === null || known.isUnconfirmed(cell) ? cell : { ...cell, now: valueOf(known.matrix, cell) };
}

async function countsOf(
  database: Database,
  input: CellsQuery,
): Promise<{ connection: string; total: number; unconfirmed: number }> {
  const set = isChangeSetId(input.changeSetId)
    ? await database.kysely
        .selectFrom('change_set')
        .selectAll()
        .where('id', '=', input.changeSetId)
        .executeTakeFirst()
    : undefined;
  if (!set) throw noSuchChangeSet();
  const { connection } = set;
  if (input.q === undefined)
    return input.state === undefined
      ? { connection, total: set.total, unconfirmed: set[unconfirmedState] }
      : { connection, total: set[input.state], unconfirmed: 0 };
  const total = await count(database, input);
  const isMixed = input.state === undefined && set[unconfirmedState] > 0;
  const unconfirmed = isMixed ? await count(database, { ...input, state: unconfirmedState }) : 0;
  return { connection, total, unconfirmed };
}

async function count(database: Database, input: CellsQuery): Promise<number> {
  const { total } = await cells(database, input)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

async function unconfirmedFirst(
  database: Database,
  input: CellsQuery,
  unconfirmed: number,
  { offset, limit }: Slice,
): Promise<Selectable<ChangeCellTable>[]> {
  const left = Math.max(0, Math.min(limit, unconfirmed - offset));
  const first =
    left === 0 ? [] : await cellsOf(database, { ...input, state: unconfirmedState }, { offset, limit: left });
  const rest = limit - left;
  if (rest === 0) return first;
  const others = await cells(database, input)
    .where('state', '<>', unconfirmedState)
    .selectAll()
    .orderBy('position')
    .offset(Math.max(0, offset - unconfirmed))
    .limit(rest)
    .execute();
  return [...first, ...others];
}

function cellsOf(database: Database, input: CellsQuery, { offset, limit }: Slice) {
  return cells(database, input).selectAll().orderBy('position').offset(offset).limit(limit).execute();
}

function cells({ kysely, dialect: { like } }: Database, { changeSetId, state, q }: CellsQuery) {
  const text = `%${(q ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  return kysely
    .selectFrom('change_cell')
    .where('set_id', '=', changeSetId)
    .$if(state !== undefined, (of) => of.where('state', '=', state ?? 'pending'))
    .$if(q !== undefined, (of) =>
      of.where(
        sql<boolean>`(record_id ${like} ${text} escape '\\' or entity_id ${like} ${text} escape '\\')`,
      ),
    );
}

function cellOf(row: Selectable<ChangeCellTable>): ChangeCell {
  return {
    ...cellOfRow(row),
    position: row.position,
    accessible: row.wanted === 1,
    expected: booleanOf(row.expected),
    before: booleanOf(row.before_value),
    current: booleanOf(row.current_value),
    state: row.state,
    detail: row.detail,
    sends: row.sends,
    settledAt: instantOf(row.settled_at),
  };
}
