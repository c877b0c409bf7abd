import { dayAfter, isBusinessCentralDay } from '@/lib/domain/calendar-day';
import { alternativesOf, listText, quotedWhereNeeded, wholeTextOf } from '@/lib/domain/filter-syntax';
import { syntaxFault } from './field-filter';
import { longestFilterSyntax, mostEntities, type FilterValue } from './filter-value';
import type { FilterOperator } from './operators';
import type { PeriodDays } from './posting-period';
import type { FieldComparison, FieldConditions, FieldFilter, JournalQuery } from './query';

/** Names the batch in a condition `in`, whose values are written `TEMPLATE/BATCH`. */
export const batchField = 'Batch';

/** The comparisons that the short parameter of a field can say, in the order of these conditions in a list. */
const shortOperators: Readonly<Record<string, readonly FilterOperator[]>> = {
  BssiEntityID: ['in'],
  [batchField]: ['in'],
  PostingDate: ['between', 'ge', 'le'],
  ItemNo: ['matches'],
  LocationCode: ['matches'],
};

/**
 * The same conditions in one form: first those that short parameters can say, one for each field, then the others.
 * @param fixed a condition that the others on its field leave as it is: the days of a period move with the calendar.
 */
export function normalConditions(
  filters: readonly FieldFilter[],
  fixed: FieldFilter | null = null,
): FieldFilter[] {
  const short = new Map<string, FieldFilter>(fixed === null ? [] : [[fixed.field, fixed]]);
  const others: FieldFilter[] = [];
  for (const filter of filters) {
    const { field } = filter;
    if (fixed !== null && isSame(filter, fixed)) continue;
    const next = field === fixed?.field ? null : both(short.get(field), shortForm(filter));
    if (next !== null) short.set(field, next);
    else if (!others.some((other) => isSame(other, filter))) others.push(filter);
  }
  // A condition "up to a day" also finds lines without a date; beside "without a date" it says nothing.
  const isWithoutDate = others.some(({ field, op }) => field === 'PostingDate' && op === 'empty');
  const isSilent = isWithoutDate && fixed === null && short.get('PostingDate')?.op === 'le';
  if (isSilent) short.delete('PostingDate');
  const found = [...Object.keys(shortOperators).flatMap((field) => short.get(field) ?? []), ...others];
  return isSilent ? normalConditions(found) : found; // another condition may be the short one now
}

/** All comparisons of one field, or of `batchField`. */
export function conditionsOn({ filters }: FieldConditions, field: string): FieldComparison[] {
  return filters.flatMap(({ field: name, ...comparison }) => (name === field ? [comparison] : []));
}

/** The conditions that short parameters say, one for each field. */
export function shortFilters({ filters }: FieldConditions): FieldFilter[] {
  const short = new Map<string, FieldFilter>();
  for (const one of filters)
    if (
      shortOperators[one.field]?.includes(one.op) &&
      !short.has(one.field) &&
      listed(one).length <= mostEntities
    )
      short.set(one.field, one);
  return [...short.values()];
}

/** The condition on a field that its short parameter says; null: none. */
export function shortOn(query: FieldConditions, field: string): FieldComparison | null {
  return conditionsOn({ filters: shortFilters(query) }, field)[0] ?? null;
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

/** The values of a field that the query asks for one by one; where it has several lists, those that are in each. */
export function valuesOn({ filters }: FieldConditions, field: string): string[] {
  const lists = filters
    .map((one) => (one.field === field ? listed(one) : []))
    .filter(({ length }) => length > 0);
  const [first = [], ...others] = lists;
  const capitals = (text: string) => text.trim().toUpperCase();
  return first.filter((value) =>
    others.every((list) => list.some((one) => capitals(one) === capitals(value))),
  );
}

/** The same conditions, but with these values of the field in place of those asked for one by one; none removes them. */
export function withValues(
  { filters }: FieldConditions,
  field: string,
  values: readonly FilterValue[],
): { filters: FieldFilter[] } {
  const others = filters.filter((one) => one.field !== field || listed(one).length === 0);
  const [only, more] = values;
  if (only === undefined) return { filters: others };
  const isEmpty = more === undefined && only === '';
  const ofList: FieldComparison =
    typeof only === 'boolean' ? { op: 'eq', value: only } : { op: 'in', values };
  const comparison: FieldComparison = isEmpty ? { op: 'empty' } : ofList;
  return { filters: normalConditions([...others, { field, ...comparison }]) };
}

/** Whether the query has a condition beside a check. */
export function isNarrowed({ filters, q }: JournalQuery): boolean {
  return filters.length > 0 || q !== '';
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

function isSame(one: FieldFilter, other: FieldFilter): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The values that a filter asks for one by one; none where it asks for something else. */
function listed(filter: FieldFilter): string[] {
  switch (filter.op) {
    case 'eq':
      return [String(filter.value)];
    case 'in':
      return filter.values.map(String);
    case 'empty':
      return [''];
    default:
      return filter.op === 'matches' && filter.field in shortOperators
        ? listedCodes(String(filter.value))
        : [];
  }
}

/** The values that a text in filter syntax lists; none where it says something else. */
function listedCodes(text: string): string[] {
  const values = alternativesOf(text, '|,')?.map(wholeTextOf) ?? [text];
  return values.every((value) => value !== null) ? values : [];
}

/** The filter as the short parameter of its field says it; null: it cannot. */
function shortForm(filter: FieldFilter): FieldFilter | null {
  const { field } = filter;
  const values = listed(filter);
  switch (field) {
    case 'BssiEntityID':
    case batchField: {
      const names = [...new Set(values.map((value) => value.trim()))];
      return names.length === 0 || names.length > mostEntities ? null : { field, op: 'in', values: names };
    }
    case 'PostingDate': {
      const days = daysOf(filter);
      const areDays = days && [days.from, days.to].every((day) => day === '' || isBusinessCentralDay(day));
      const condition = areDays ? daysCondition(days) : null;
      return condition && { field, ...condition };
    }
    case 'ItemNo':
    case 'LocationCode': {
      const value = filter.op === 'matches' ? String(filter.value) : codeText(filter, values);
      if (value === '' || value.length > longestFilterSyntax || syntaxFault(value, '|,') !== null)
        return null;
      return { field, op: 'matches', value };
    }
    default:
      return null;
  }
}

/** A condition on a code in filter syntax; '' where it cannot be said so. */
function codeText(filter: FieldFilter, values: readonly string[]): string {
  const [only, more] = values;
  if (only !== undefined) return more === undefined ? quotedWhereNeeded(only) : listText(values);
  if (filter.op === 'notempty') return "<>''";
  const text = 'value' in filter ? String(filter.value) : '';
  if (filter.op === 'ne') return `<>${quotedWhereNeeded(text)}`;
  if (text === '' || quotedWhereNeeded(text) !== text) return '';
  return { startswith: `${text}*`, endswith: `*${text}`, contains: `*${text}*` }[String(filter.op)] ?? '';
}

/** First and last day that a comparison of dates lets through, each '' for none; null: it says something else. */
function daysOf(comparison: FieldComparison): PeriodDays | null {
  if (comparison.op === 'between') return { from: String(comparison.from), to: String(comparison.to) };
  const day = 'value' in comparison ? String(comparison.value) : '';
  switch (comparison.op) {
    case 'eq':
      return { from: day, to: day };
    case 'ge':
      return { from: day, to: '' };
    case 'gt':
      return { from: dayAfter(day, 1), to: '' };
    case 'le':
      return { from: '', to: day };
    case 'lt':
      return { from: '', to: dayAfter(day, -1) };
    default:
      return null;
  }
}

/** The one condition that says both of a field; null where there is none, or the second is none. */
function both(before: FieldFilter | undefined, next: FieldFilter | null): FieldFilter | null {
  if (before === undefined || next === null || isSame(before, next)) return next;
  const [a, b] = [daysOf(before), daysOf(next)];
  if (before.field !== 'PostingDate' || a === null || b === null) return null;
  const from = a.from > b.from ? a.from : b.from;
  const to = a.to !== '' && (b.to === '' || a.to < b.to) ? a.to : b.to;
  const condition = from !== '' && to !== '' && from > to ? null : daysCondition({ from, to });
  return condition && { field: before.field, ...condition };
}
