import type { JournalFieldKind } from './fields';

/** The comparisons of a filter. `matches` takes Business Central's filter syntax, `in` finds any value of a list. */
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

/** The comparisons with one value. */
export type ValueOperator = Exclude<FilterOperator, 'between' | 'in' | 'empty' | 'notempty'>;

const range = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'in'] as const;
const moment = [...range, 'empty', 'notempty'] as const;

/**
 * The comparisons that each kind of field has, the usual one first. The record tag has no filter. The service always
 * sends a value for numbers and booleans, so none of them is empty.
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

/** A comparison in the words that stand between a field's caption and a value. */
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
