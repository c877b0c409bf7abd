import { entityWords, type EntityNames } from '@/lib/domain/access/names/named';
import { counted } from '@/lib/domain/counted';
import { journalCheck } from './checks';
import { batchField, postingDays, shortFilters } from './conditions-list';
import { journalField } from './field-index';
import type { JournalField } from './fields';
import type { FilterValue } from './filter-value';
import { operatorWords } from './operators';
import { firstPostingDay } from './posting-period';
import type { BatchName, FieldComparison, FieldFilter, JournalQuery } from './query';
import { batchesOf } from './batch-name';

/** How values are written in words. */
export interface Writing {
  /** '' for a value that is not set. */
  value: (field: JournalField, value: FilterValue) => string;
  day: (day: string) => string;
  days: (first: string, last: string) => string;
  names: EntityNames;
  /** So many values of a list are named; the others are counted. */
  mostNamed: number;
}

/** For files, which go to many readers: every value, days as YYYY-MM-DD, numbers with a point. */
export function plainWriting(names: EntityNames): Writing {
  return {
    value: ({ kind }, value) => {
      if (typeof value === 'boolean') return value ? 'Yes' : 'No';
      if (typeof value === 'number' || kind !== 'string') return String(value);
      return value.trim() === '' ? '' : `“${value}”`;
    },
    day: String,
    days: (first, last) => `${first} to ${last}`,
    names,
    mostNamed: Infinity,
  };
}

/** Every condition of a query in words. */
export function queryWords(query: JournalQuery, writing: Writing): string[] {
  const short = shortFilters(query);
  return [
    ...(query.q === '' ? [] : [searchWords(query.q)]),
    ...query.filters.map((filter) => conditionWords(filter, short.includes(filter), writing).join(' or ')),
    ...(query.check === null ? [] : [checkWords(query, query.today !== '', writing)]),
  ];
}

export function searchWords(q: string): string {
  return `Contains “${q}”`;
}

/** @param isDayFixed the check goes by another day than the reader's, which is said. */
export function checkWords({ check, today }: JournalQuery, isDayFixed: boolean, { day }: Writing): string {
  return `Check: ${journalCheck(check ?? '')?.title ?? check ?? ''}${isDayFixed ? `, as of ${day(today)}` : ''}`;
}

/**
 * A condition in words; one text for each entity or batch of a list.
 * @param isShort whether a short parameter says it.
 */
export function conditionWords(filter: FieldFilter, isShort: boolean, writing: Writing): string[] {
  const { field: name, ...comparison } = filter;
  const field = journalField(name);
  if (isShort) {
    const values = filter.op === 'in' ? filter.values.map(String) : [];
    if (name === 'BssiEntityID') return values.map((id) => entityWords(id, writing.names.get(id)));
    if (name === batchField) return batchesOf(values).map((one) => `Batch ${batchWords(one)}`);
    if (name === 'PostingDate') return [`Posting date ${daysWords(filter, writing)}`];
    if (filter.op === 'matches')
      return [codeWords(name === 'ItemNo' ? 'item' : 'location', String(filter.value))];
  }
  return [field ? `${field.label} ${comparisonWords(field, comparison, writing)}` : name];
}

/** "ITEM / DEFAULT"; either name may be empty. */
export function batchWords({ template, batch }: BatchName): string {
  return `${template || '(none)'} / ${batch || '(none)'}`;
}

/** The days of a condition on the posting date. As in Business Central, up to a day includes lines without a date. */
export function daysWords(filter: FieldFilter, { day, days }: Writing): string {
  const { from, to } = postingDays({ filters: [filter] });
  if (to === '') return `from ${day(from)}`;
  if (from === '') return `to ${day(to)}, or none`;
  if (from === firstPostingDay) return `to ${day(to)}`;
  return from > to ? `from ${day(from)} to ${day(to)}` : days(from, to);
}

/** "Location EAST|WEST", as it is typed; "No location" where empty ones are asked for. */
function codeWords(what: 'item' | 'location', text: string): string {
  if (text === "''") return `No ${what}`;
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${text}`;
}

/** A comparison as it reads after the field's caption: "is at least 20,000.00". */
export function comparisonWords(field: JournalField, comparison: FieldComparison, writing: Writing): string {
  const { op } = comparison;
  const write = (value: FilterValue) => writing.value(field, value);
  switch (op) {
    case 'empty':
    case 'notempty':
      return operatorWords(op, field.kind);
    case 'between':
      return `is between ${write(comparison.from)} and ${write(comparison.to)}`;
    case 'in': {
      const named = comparison.values.slice(0, writing.mostNamed).map((value) => write(value) || '(empty)');
      const more = comparison.values.length - named.length;
      const list = new Intl.ListFormat('en', { type: 'disjunction' });
      return `is ${list.format(more > 0 ? [...named, counted(more, 'other value')] : named)}`;
    }
    case 'matches':
      return `matches “${String(comparison.value)}”`;
    default: {
      const value = write(comparison.value);
      if (value === '' && (op === 'eq' || op === 'ne'))
        return operatorWords(op === 'eq' ? 'empty' : 'notempty', field.kind);
      return `${operatorWords(op, field.kind)} ${value}`;
    }
  }
}
