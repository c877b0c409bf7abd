import type { JournalGroups, LinesAdded } from '@/lib/contract/journal/journal';
import { daysOfSpan } from '@/lib/domain/journal/date-part';
import { conditionsOn, withCondition } from '@/lib/domain/journal/conditions-list';
import { withoutOwnConditions } from '@/lib/domain/journal/grouping';
import type { FieldConditions, JournalQuery } from '@/lib/domain/journal/query';

/** Lines of one entity and one posting week. */
export interface EntityWeek {
  /** Null: of all entities. Empty: of none. */
  entity: string | null;
  /** Its Monday, `YYYY-MM-DD`. Null: of all weeks. Empty: without a posting date. */
  week: string | null;
  /** Null: there are no lines. */
  added: LinesAdded | null;
}

/** How the picture asks for its lines: entities down, posting weeks across. */
export const entityWeeks = { by: ['BssiEntityID'], sum: ['Amount'], pivot: 'PostingDate.week' };

/** The query without what a press on a cell chooses, so that the other cells stay. */
export function otherConditions(query: JournalQuery): JournalQuery {
  return withoutOwnConditions(withoutOwnConditions(query, 'BssiEntityID'), 'PostingDate');
}

/** Rows of cells: all entities first, then each; in each row all weeks first, then each. */
export function rowsOf({ groups, total, across }: JournalGroups): EntityWeek[][] {
  const rowOf = (entity: string | null, { cells = [], ...all }: JournalGroups['total']): EntityWeek[] => [
    { entity, week: null, added: all },
    ...across.map((week, at) => ({ entity, week: String(week), added: cells[at] ?? null })),
  ];
  return [rowOf(null, total), ...groups.map((group) => rowOf(String(group.key[0] ?? ''), group))];
}

const weekMs = 7 * 24 * 60 * 60 * 1_000;

/** How many weeks lie between two, each named by its Monday; 0 where one of them is none. */
export function weeksBetween(before: string, week: string): number {
  if (before === '' || week === '') return 0;
  return (Date.parse(week) - Date.parse(before)) / weekMs - 1;
}

/** How many tints there are, as of a share of access; 0 has none. */
const tints = 10;

/**
 * Which tint a size has: by its root, for one entity and week has most of the lines as a rule, and few lines elsewhere are
 * to be seen too. @param largest size among the cells that are compared.
 */
export function tintOfSize(size: number, largest: number): number {
  return largest === 0 ? 0 : Math.ceil(Math.sqrt(Math.abs(size) / largest) * tints);
}

/** What a press on a cell narrows the query to. */
export function conditionsOf({ entity, week }: EntityWeek, query: JournalQuery): FieldConditions {
  const ofEntity = withCondition(
    query,
    'BssiEntityID',
    entity === null ? null : { op: 'in', values: [entity] },
  );
  if (week === null) return withCondition(ofEntity, 'PostingDate', null);
  return withCondition(
    ofEntity,
    'PostingDate',
    week === '' ? { op: 'empty' } : { op: 'between', ...daysOfSpan(week, 'week') },
  );
}

/** Whether the query asks for just the lines of a cell. */
export function isChosen(cell: EntityWeek, query: JournalQuery): boolean {
  if (cell.entity === null && cell.week === null) return false; // nothing to take away
  const wanted = conditionsOf(cell, query);
  return ['BssiEntityID', 'PostingDate'].every(
    (field) => JSON.stringify(conditionsOn(wanted, field)) === JSON.stringify(conditionsOn(query, field)),
  );
}
