import { dayAfter, isBusinessCentralDay } from '@/lib/domain/calendar-day';
import { alternativesOf, listText, quotedWhereNeeded, wholeTextOf } from '@/lib/domain/filter-syntax';
import { syntaxFault } from './field-filter';
import { longestFilterSyntax, type FilterValue } from './filter-value';
import type { FilterOperator } from './operators';
import type { PeriodDays } from './posting-period';
import type { FieldComparison, FieldConditions, FieldFilter, JournalQuery } from './query';
import { batchesOf, mostBatches, mostEntities, writeBatch } from './query-parameters';

/** Names the batch in a condition `in`, whose values are written `TEMPLATE/BATCH`. */
export const batchField = 'Batch';

/** What the short parameter of a field can say, in the order of these conditions in a list. */
const shortOperators: Readonly<Record<string, readonly FilterOperator[]>> = {
  BssiEntityID: ['in'],
  [batchField]: ['in'],
  PostingDate: ['between', 'ge', 'le'],
  ItemNo: ['matches'],
  LocationCode: ['matches'],
};

/**
 * The same conditions in one form: first one condition for each short parameter, as that parameter says it, then all
 * others.
 * @param fixed a condition that the others on its field leave as it is: the days of a period move with the calendar.
 */
export function normalConditions(
  filters: readonly FieldFilter[],
  fixed: FieldFilter | null = null,
): FieldFilter[] {
  const short = new Map<string, FieldFilter>(fixed === null ? [] : [[fixed.field, fixed]]);
  const others: FieldFilter[] = [];
  for (const filter of [...namedBatches(filters), ...filters]) {
    if (fixed !== null && isSame(filter, fixed)) continue;
    const next = filter.field === fixed?.field ? null : combined(short, filter);
    if (next !== null) short.set(next.field, next);
    else if (!others.some((other) => isSame(other, filter))) others.push(filter);
  }
  // A condition "up to a day" also finds lines without a date; beside "without a date" it says nothing.
  const isWithoutDate = others.some(({ field, op }) => field === 'PostingDate' && op === 'empty');
  if (isWithoutDate && fixed === null && short.get('PostingDate')?.op === 'le') short.delete('PostingDate');
  return [...Object.keys(shortOperators).flatMap((field) => short.get(field) ?? []), ...others];
}

/** All comparisons of one field, or of `batchField`. */
export function conditionsOn({ filters }: FieldConditions, field: string): FieldComparison[] {
  return filters.flatMap(({ field: name, ...comparison }) => (name === field ? [comparison] : []));
}

/** The first comparison of one field, or of `batchField`; null: the query has none. */
export function conditionOn(query: FieldConditions, field: string): FieldComparison | null {
  return conditionsOn(query, field)[0] ?? null;
}

/** The same conditions with this one in place of all others on the field; null removes them. */
export function withCondition(
  { filters }: FieldConditions,
  field: string,
  condition: FieldComparison | null,
): { filters: FieldFilter[] } {
  const others = filters.filter((one) => one.field !== field);
  return { filters: normalConditions(condition === null ? others : [...others, { field, ...condition }]) };
}

/** The values of a field that the query asks for one by one; where it has several lists, a value is in each of them. */
export function valuesOn({ filters }: FieldConditions, field: string): string[] {
  const lists = filters
    .flatMap((one) => (one.field === field ? [listed(one)] : []))
    .filter((one) => one !== null);
  const [first = [], ...others] = lists;
  return first.filter((value) =>
    others.every((list) => list.some((other) => capitals(other) === capitals(value))),
  );
}

/** The same conditions, but with these values of the field in place of those asked for one by one; none removes them. */
export function withValues(
  { filters }: FieldConditions,
  field: string,
  values: readonly FilterValue[],
): { filters: FieldFilter[] } {
  const others = filters.filter((one) => one.field !== field || listed(one) === null);
  const [only, more] = values;
  if (only === undefined) return { filters: others };
  if (more === undefined && only === '')
    return { filters: normalConditions([...others, { field, op: 'empty' }]) };
  const isChoice = typeof only === 'boolean'; // of which one alone is asked for
  const comparison: FieldComparison = isChoice ? { op: 'eq', value: only } : { op: 'in', values };
  return { filters: normalConditions([...others, { field, ...comparison }]) };
}

/** Whether the query has a condition beside a check. */
export function isNarrowed({ filters, q }: JournalQuery): boolean {
  return filters.length > 0 || q !== '';
}

function isShort({ field, op }: FieldFilter): boolean {
  return shortOperators[field]?.includes(op) === true;
}

/** The conditions that the short parameters say, one for each field. */
export function shortFilters({ filters }: FieldConditions): FieldFilter[] {
  return filters.filter(
    (one, at) =>
      isShort(one) && filters.findIndex((other) => other.field === one.field && isShort(other)) === at,
  );
}

/** The condition on a field that its short parameter says; null: none. */
export function shortOn(query: FieldConditions, field: string): FieldComparison | null {
  return conditionOn({ filters: shortFilters(query) }, field);
}

/** Whether the field has conditions that its short parameter does not say. */
export function hasMoreOn(query: FieldConditions, field: string): boolean {
  return conditionsOn(query, field).length > Number(shortOn(query, field) !== null);
}

/** The same conditions with this one in place of that of the short parameter; null removes it. */
export function withShort(
  query: FieldConditions,
  field: string,
  condition: FieldComparison | null,
): { filters: FieldFilter[] } {
  const before = shortFilters(query).find((one) => one.field === field);
  const others = query.filters.filter((one) => one !== before);
  return { filters: normalConditions(condition === null ? others : [{ field, ...condition }, ...others]) };
}

/** First and last posting date that the query asks for, each '' for none. */
export function postingDays(query: FieldConditions): PeriodDays {
  const days = shortOn(query, 'PostingDate');
  return (days && daysOf(days)) ?? { from: '', to: '' };
}

/** The same conditions with this one in place of the first and last day, or of "without a date". */
export function withPostingDays(
  { filters }: FieldConditions,
  condition: FieldComparison | null,
): { filters: FieldFilter[] } {
  const others = filters.filter(({ field, op }) => field !== 'PostingDate' || op !== 'empty');
  return withShort({ filters: others }, 'PostingDate', condition);
}

/** The condition on the posting date that these days say; null: both are ''. */
export function daysCondition({ from, to }: PeriodDays): FieldComparison | null {
  if (from !== '' && to !== '') return { op: 'between', from, to };
  if (from !== '') return { op: 'ge', value: from };
  return to === '' ? null : { op: 'le', value: to };
}

/** Whether the last posting date lies before the first, which the console refuses. */
export function datesAreReversed(query: FieldConditions): boolean {
  return conditionsOn(query, 'PostingDate').some((one) => one.op === 'between' && one.from > one.to);
}

/** A code's condition as a text in filter syntax; null where that would say something else. */
function codeText(filter: FieldFilter): string | null {
  const values = listed(filter);
  if (values !== null) return codesText(values);
  switch (filter.op) {
    case 'notempty':
      return "<>''";
    case 'matches':
      return String(filter.value);
    case 'ne':
      return `<>${quotedWhereNeeded(String(filter.value))}`;
    case 'startswith':
      return pattern(filter.value, '', '*');
    case 'endswith':
      return pattern(filter.value, '*', '');
    case 'contains':
      return pattern(filter.value, '*', '*');
    default:
      return null;
  }
}

/** The values that a filter asks for one by one; null: it asks for something else. */
export function listed(filter: FieldFilter): string[] | null {
  switch (filter.op) {
    case 'eq':
      return [String(filter.value)];
    case 'in':
      return filter.values.map(String);
    case 'empty':
      return [''];
    case 'matches': {
      const isCode = filter.field === 'ItemNo' || filter.field === 'LocationCode';
      return isCode ? listedCodes(String(filter.value)) : null;
    }
    default:
      return null;
  }
}

function isSame(one: FieldFilter, other: FieldFilter): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The short condition that this filter makes of those so far; null: the filter stays beside them. */
function combined(short: ReadonlyMap<string, FieldFilter>, filter: FieldFilter): FieldFilter | null {
  if (filter.field === 'JournalTemplateName')
    return narrowedBatches(short.get(batchField), filter, 'template');
  if (filter.field === 'JournalBatchName') return narrowedBatches(short.get(batchField), filter, 'batch');
  const next = shortForm(filter);
  const before = next === null ? undefined : short.get(next.field);
  if (next === null || before === undefined || isSame(before, next)) return next;
  return next.field === 'PostingDate' ? daysInBoth(before, next) : null;
}

function shortForm(filter: FieldFilter): FieldFilter | null {
  const { field } = filter;
  switch (field) {
    case 'BssiEntityID': {
      const values = [...new Set(listed(filter)?.map((value) => value.trim()))];
      return values.length === 0 || values.length > mostEntities ? null : { field, op: 'in', values };
    }
    case batchField:
      return filter;
    case 'PostingDate': {
      const days = daysOf(filter);
      if (days === null || ![days.from, days.to].every((day) => day === '' || isBusinessCentralDay(day)))
        return null;
      const condition = daysCondition(days);
      return condition && { field, ...condition };
    }
    case 'ItemNo':
    case 'LocationCode': {
      const value = codeText(filter);
      if (value === null || value.length > longestFilterSyntax || syntaxFault(value, '|,') !== null)
        return null;
      return { field, op: 'matches', value };
    }
    default:
      return null;
  }
}

/** First and last day that a comparison of dates lets through, each '' for none; null: it says something else. */
function daysOf(comparison: FieldComparison): PeriodDays | null {
  switch (comparison.op) {
    case 'eq':
      return { from: String(comparison.value), to: String(comparison.value) };
    case 'ge':
      return { from: String(comparison.value), to: '' };
    case 'gt':
      return { from: dayAfter(String(comparison.value), 1), to: '' };
    case 'le':
      return { from: '', to: String(comparison.value) };
    case 'lt':
      return { from: '', to: dayAfter(String(comparison.value), -1) };
    case 'between':
      return { from: String(comparison.from), to: String(comparison.to) };
    default:
      return null;
  }
}

/** The days of both; null: there are none. */
function daysInBoth(one: FieldFilter, other: FieldFilter): FieldFilter | null {
  const [a, b] = [daysOf(one), daysOf(other)];
  if (a === null || b === null) return null;
  const from = a.from > b.from ? a.from : b.from;
  const to = a.to !== '' && (b.to === '' || a.to < b.to) ? a.to : b.to;
  const condition = from !== '' && to !== '' && from > to ? null : daysCondition({ from, to });
  return condition && { field: one.field, ...condition };
}

/** The batches that are asked for by template and by name; none where batches are asked for already. */
function namedBatches(filters: readonly FieldFilter[]): FieldFilter[] {
  const namesOf = (field: string): string[] => {
    const [only, more] = filters.filter((filter) => filter.field === field).map(listed);
    return more === undefined ? (only ?? []) : [];
  };
  const [templates, names] = [namesOf('JournalTemplateName'), namesOf('JournalBatchName')];
  const values = templates.flatMap((template) => names.map((batch) => writeBatch({ template, batch })));
  const areWhole = [...templates, ...names].every((name) => name !== '' && name.trim() === name);
  const isAsked = filters.some(({ field }) => field === batchField);
  const isUsable = values.length > 0 && values.length <= mostBatches && areWhole && !isAsked;
  return isUsable ? [{ field: batchField, op: 'in', values }] : [];
}

/** The batches that a condition on the template or the name leaves; null: it leaves none, or lists no names. */
function narrowedBatches(
  before: FieldFilter | undefined,
  filter: FieldFilter,
  part: 'template' | 'batch',
): FieldFilter | null {
  const names = new Set(listed(filter)?.map((name) => name.toUpperCase()));
  const batches = batchesOf(before === undefined ? [] : (listed(before) ?? []));
  const values = batches.filter((one) => names.has(one[part].toUpperCase())).map(writeBatch);
  return values.length === 0 ? null : { field: batchField, op: 'in', values };
}

/** The values that a text in filter syntax lists; null where it says something else. */
function listedCodes(text: string): string[] | null {
  const values = alternativesOf(text, '|,')?.map(wholeTextOf) ?? [text];
  return values.every((value) => value !== null) ? values : null;
}

/** The text in filter syntax that lists these values. */
function codesText(values: readonly string[]): string {
  const [only = '', more] = values;
  return more === undefined ? quotedWhereNeeded(only) : listText(values);
}

function pattern(value: FilterValue, before: string, after: string): string | null {
  const text = String(value);
  return quotedWhereNeeded(text) === text ? `${before}${text}${after}` : null;
}

function capitals(text: string): string {
  return text.trim().toUpperCase();
}
