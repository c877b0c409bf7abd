import type { JournalFieldKind } from './fields';

/**
 * Comparisons a filter can make. `matches` is Business Central's filter syntax, `in` any of a list; `empty` and
 * `notempty` need no value.
 */
export const filterOperators = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'contains',
  'startswith',
  'endswith',
  'notcontains',
  'matches',
  'between',
  'in',
  'empty',
  'notempty',
] as const;

export type FilterOperator = (typeof filterOperators)[number];

/** Those that compare with one value. */
export type ValueOperator = Exclude<FilterOperator, 'between' | 'in' | 'empty' | 'notempty'>;

const range = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'in'] as const;
const moment = [...range, 'empty', 'notempty'] as const;

/**
 * Which comparisons make sense for which kind of field, the usual one first. The record tag cannot be filtered; numbers
 * and booleans of the service are always values, so none of them is empty.
 */
export const operatorsOf: Readonly<Record<JournalFieldKind, readonly FilterOperator[]>> = {
  string: [
    'contains',
    'notcontains',
    'eq',
    'ne',
    'startswith',
    'endswith',
    'in',
    'matches',
    'empty',
    'notempty',
  ],
  guid: ['eq', 'ne', 'in'],
  etag: [],
  integer: range,
  decimal: range,
  date: moment,
  time: moment,
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
  notcontains: 'does not contain',
  startswith: 'starts with',
  endswith: 'ends with',
  matches: 'matches',
  between: 'is between',
  in: 'is one of',
  empty: 'is empty',
  notempty: 'is not empty',
};

const momentWords: Record<FilterOperator, string> = {
  ...plainWords,
  lt: 'is before',
  le: 'is on or before',
  gt: 'is after',
  ge: 'is on or after',
};
