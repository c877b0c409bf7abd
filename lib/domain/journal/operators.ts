import type { JournalFieldKind } from './fields';

/** Comparisons a filter can make; the same names as in the service's filter language. */
export const filterOperators = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'contains', 'startswith'] as const;

export type FilterOperator = (typeof filterOperators)[number];

const text = ['contains', 'eq', 'ne', 'startswith'] as const;
const range = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;

/** Which comparisons make sense for which kind of field, the usual one first. The record tag cannot be filtered. */
export const operatorsOf: Readonly<Record<JournalFieldKind, readonly FilterOperator[]>> = {
  string: text,
  guid: ['eq', 'ne'],
  etag: [],
  integer: range,
  decimal: range,
  date: range,
  time: range,
  boolean: ['eq', 'ne'],
};

/** A comparison in words, as it reads between a field's caption and a value. */
export function operatorWords(operator: FilterOperator, kind: JournalFieldKind): string {
  return (kind === 'date' || kind === 'time' ? momentWords : plainWords)[operator];
}

const plainWords: Record<FilterOperator, string> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  le: 'is at most',
  gt: 'is more than',
  ge: 'is at least',
  contains: 'contains',
  startswith: 'starts with',
};

const momentWords: Record<FilterOperator, string> = {
  ...plainWords,
  lt: 'is before',
  le: 'is on or before',
  gt: 'is after',
  ge: 'is on or after',
};
