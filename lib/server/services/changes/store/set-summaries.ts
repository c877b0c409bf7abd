import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Cell } from '@/lib/contract/access/access';
import { changeSummarySchema, type ChangeCounts, type ChangeSummary } from '@/lib/contract/changes/changes';
import { noCounts, summaryFrom } from '@/lib/domain/changes/change-summary';
import { isAbout } from '@/lib/server/db/cell-columns';
import type { Database } from '@/lib/server/db/database';
import type { ChangeSetTable } from '@/lib/server/db/tables';

type SetRow = Pick<Selectable<ChangeSetTable>, 'id' | 'summary'>;

/** Summaries of sets by ID; older versions stored none. */
export async function summariesOf(
  database: Database,
  sets: readonly SetRow[],
): Promise<Map<string, ChangeSummary>> {
  const found = new Map<string, ChangeSummary>();
  for (const { id, summary } of sets) {
    if (summary !== null) found.set(id, changeSummarySchema.parse(JSON.parse(summary)));
    else found.set(id, await countAndKeep(database, id));
  }
  return found;
}

/** Kept, because a set's cells never change. */
async function countAndKeep(database: Database, id: string): Promise<ChangeSummary> {
  const summary = await countCells(database, id, {});
  await database.kysely
    .updateTable('change_set')
    .set({ summary: JSON.stringify(summary) })
    .where('id', '=', id)
    .where('summary', 'is', null)
    .execute();
  return summary;
}

/** Pauses between the queries: the embedded database blocks the console's only thread. */
export async function countCells(
  database: Database,
  id: string,
  target: Partial<Cell>,
): Promise<ChangeSummary> {
  const cells = cellsOf(database, [id], target);
  const types = await cells
    .select(({ fn }) => [
      'record_type as recordType',
      fn.countAll<number | string>().as('cells'),
      fn.sum<number | string>('wanted').as('given'),
      fn.count<number | string>('record_id').distinct().as('records'),
      fn.min('record_id').as('recordId'),
    ])
    .groupBy('record_type')
    .execute();
  await nextTurn();
  const { count, first, last } = await cells
    .select(({ fn }) => [
      fn.count<number | string>('entity_id').distinct().as('count'),
      fn.min('entity_id').as('first'),
      fn.max('entity_id').as('last'),
    ])
    .executeTakeFirstOrThrow();
  await nextTurn();
  return summaryFrom(
    types.map(({ recordType, recordId, ...figures }) => ({
      recordType,
      recordId,
      cells: Number(figures.cells),
      given: Number(figures.given),
      records: Number(figures.records),
    })),
    { count: Number(count), ids: [...new Set([first, last])] },
  );
}

/** Counts by state of each set's cells of a record, an entity, or both, by set ID. */
export async function countStates(
  database: Database,
  ids: readonly string[],
  target: Partial<Cell>,
): Promise<Map<string, ChangeCounts>> {
  const rows = await cellsOf(database, ids, target)
    .select(({ fn }) => ['set_id as id', 'state', fn.countAll<number | string>().as('cells')])
    .groupBy(['set_id', 'state'])
    .execute();
  const found = new Map<string, ChangeCounts>();
  for (const { id, state, cells } of rows) {
    const counts = found.get(id) ?? { ...noCounts };
    counts[state] = Number(cells);
    counts.total += counts[state];
    found.set(id, counts);
  }
  return found;
}

function cellsOf({ kysely }: Database, ids: readonly string[], target: Partial<Cell>) {
  return kysely.selectFrom('change_cell').where('set_id', 'in', ids).where(isAbout(target));
}
