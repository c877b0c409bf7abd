import type { z } from 'zod';
import { csvSeparators } from '@/lib/contract/access/file-kinds';
import { journalField } from './field-index';
import { groupingKey, hasFacet, mostKeys, mostSums, withoutOwnConditions } from './grouping';
import type { Grouping, GroupingKey } from './grouping';
import { ordersGroups } from './group-table';
import type { SortKey } from './query';
import { readNames, readSum, refuse, requestSchema, take, unknownField } from './request-schema';
import type { GivenParameters, TellFault } from './request-schema';

const onlyConditions = ['page', 'pageSize', 'sort', 'columns'];

/** Query of `GET /api/journal/groups`: `by`, `sum`, `pivot` and the filter of `/api/journal`. */
export const groupsRequestSchema = requestSchema((rest, fault) => {
  refuse(rest, onlyConditions, fault);
  return { grouping: readGrouping(takeGrouping(rest), fault) };
});

export type GroupsRequest = z.output<typeof groupsRequestSchema>;

/**
 * Query of `GET /api/journal/export`: the filter of `/api/journal`, `format`, and the `separator` of a CSV. Lines take
 * `sort`, `columns` (default: all) and in a workbook `sheets=BssiEntityID`, one sheet an entity. Groups take `by`, `sum`
 * and `pivot` (or `across`) as `/api/journal/groups` does, and `order`, a column of the page's table.
 */
export const journalExportRequestSchema = requestSchema((rest, fault) => {
  refuse(rest, ['page', 'pageSize'], fault);
  const format = take(rest, 'format') ?? 'csv';
  if (format !== 'csv' && format !== 'xlsx') fault('format', 'must be csv or xlsx.');
  const asked = take(rest, 'separator') ?? 'comma';
  const separator = csvSeparators.find((known) => known === asked);
  if (!separator) fault('separator', 'must be comma or semicolon.');
  const groups = readGroups(rest, fault);
  const sheets = take(rest, 'sheets');
  if (sheets !== undefined && sheets !== 'BssiEntityID') fault('sheets', 'must be BssiEntityID.');
  else if (sheets !== undefined && (format !== 'xlsx' || groups !== null))
    fault('sheets', 'is for lines in a workbook (format=xlsx without “by”).');
  if (rest['columns'] === 'all') take(rest, 'columns');
  return {
    format: format === 'xlsx' ? ('xlsx' as const) : ('csv' as const),
    separator: separator ?? 'comma',
    groups,
    /** One sheet an entity. */
    isByEntity: sheets !== undefined,
  };
});

export type JournalExportRequest = z.output<typeof journalExportRequestSchema>;

/** The table of groups; null: the file has the lines one by one. */
function readGroups(
  rest: GivenParameters,
  fault: TellFault,
): { grouping: Grouping; order: SortKey | null } | null {
  const across = take(rest, 'across');
  const { by, sum, pivot = across } = takeGrouping(rest);
  const order = take(rest, 'order');
  if (across !== undefined && pivot !== across)
    fault('across', 'is another name for “pivot”; give one of them.');
  if (by === undefined || by === '') {
    for (const [name, value] of Object.entries({ sum, pivot, order }))
      if (value !== undefined) fault(name, 'needs “by”, the fields that lines are grouped by.');
    return null;
  }
  for (const name of ['sort', 'columns'])
    if (take(rest, name) !== undefined) fault(name, 'is for lines, and these are grouped by “by”.');
  const grouping = readGrouping({ by, sum, pivot }, fault);
  return { grouping, order: order === undefined ? null : readOrder(order, grouping, fault) };
}

function readOrder(given: string | string[], grouping: Grouping, fault: TellFault): SortKey | null {
  const text = typeof given === 'string' ? given : '';
  const order = { field: text.replace(/^-/, ''), descending: text.startsWith('-') };
  if (ordersGroups(order, grouping)) return order;
  fault('order', 'must be one column of these groups, such as lines or -Amount.');
  return null;
}

function takeGrouping(rest: GivenParameters): GivenGrouping {
  return { by: take(rest, 'by'), sum: take(rest, 'sum'), pivot: take(rest, 'pivot') };
}

/** Query of `GET /api/journal/facets`: `field` and the filter of `/api/journal`, without its conditions on the field. */
export const facetsRequestSchema = requestSchema((rest, fault) => {
  refuse(rest, onlyConditions, fault);
  const [name = '', ...more] = readNames('field', take(rest, 'field'), fault);
  const field = journalField(name);
  if (more.length > 0) fault('field', 'may name one field only.');
  else if (name === '') fault('field', 'must name the field whose values to list.');
  else if (!field) fault('field', unknownField(name));
  else if (!hasFacet(field)) fault('field', `cannot be ${name}: each line has its own.`);
  return { field: name };
}).transform(({ query, field }) => ({ query: withoutOwnConditions(query, field), field }));

export type FacetsRequest = z.output<typeof facetsRequestSchema>;

type GivenGrouping = Record<'by' | 'sum' | 'pivot', string | string[] | undefined>;

function readGrouping(given: GivenGrouping, fault: TellFault): Grouping {
  const by = readKeys('by', given.by, fault);
  if (by.length > mostKeys) fault('by', `may name at most ${mostKeys} fields.`);
  const [pivot = null, ...more] = readKeys('pivot', given.pivot, fault);
  if (more.length > 0) fault('pivot', 'may name one field only.');
  if (pivot && by.some(({ name }) => name === pivot.name)) {
    fault('pivot', `names ${pivot.name}, which “by” names already.`);
  }
  const sum = readSum(given.sum, fault);
  // A total may be asked for every column that is shown; of many groups that would be too much.
  if (sum.length > mostSums && (by.length > 0 || pivot)) {
    fault('sum', `may name at most ${mostSums} fields where lines are grouped.`);
  }
  return { by, sum, pivot };
}

function readKeys(parameter: string, given: string | string[] | undefined, fault: TellFault): GroupingKey[] {
  const keys: GroupingKey[] = [];
  for (const name of readNames(parameter, given, fault)) {
    const key = groupingKey(name);
    if (key) keys.push(key);
    else fault(parameter, notGrouped(name));
  }
  return keys;
}

function notGrouped(name: string): string {
  const field = journalField(name.split('.')[0] ?? '');
  if (!field) return unknownField(name);
  return name.includes('.')
    ? `names “${name.slice(0, 60)}”; a date has .month, .week and .year, other fields have no parts.`
    : `names ${name}; lines are grouped by texts, options, codes, dates, whole numbers and yes or no.`;
}
