import { entityWords, type EntityNames } from '@/lib/domain/access/names/named';
import { counted, listed } from '@/lib/domain/counted';
import { batchesOf } from './batch-name';
import { journalCheck } from './checks';
import { batchField, postingDays, shortFilters } from './conditions-list';
import { journalField } from './field-index';
import type { JournalField } from './fields';
import type { FilterValue } from './filter-value';
import { operatorWords } from './operators';
import { firstPostingDay, postingPeriods, type PostingPeriod } from './posting-period';
import type { BatchName, FieldComparison, FieldFilter, JournalQuery } from './query';

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

/** For files, which many people read: every value, days as YYYY-MM-DD, numbers with a point. */
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

/** A condition in words. */
export interface ConditionWords {
  /** The part of the query that has the condition. */
  of: FieldFilter | 'q' | 'check';
  /** One text for each entity or batch of a list, which match any of them; else one text. */
  words: readonly string[];
}

/**
 * Every condition of a query in words.
 * @param query its `today` is named beside a check; '' where that is the reader's own day.
 * @param period the period that the posting dates are the days of.
 */
export function queryWords(
  query: JournalQuery,
  writing: Writing,
  period: PostingPeriod | null = null,
): ConditionWords[] {
  const { q, check, today, filters } = query;
  const short = shortFilters(query);
  const asOf = today === '' ? '' : `, as of ${writing.day(today)}`;
  const ofFilter = (filter: FieldFilter): ConditionWords => {
    const words = short.includes(filter)
      ? shortWords(filter, writing, period)
      : [filterWords(filter, writing)];
    return { of: filter, words };
  };
  return [
    ...(q === '' ? [] : [{ of: 'q', words: [`Contains “${q}”`] } as const]),
    ...filters.map(ofFilter),
    ...(check === null
      ? []
      : [{ of: 'check', words: [`Check: ${journalCheck(check)?.title ?? check}${asOf}`] } as const]),
  ];
}

/** "ITEM / DEFAULT"; either name may be empty. */
export function batchWords({ template, batch }: BatchName): string {
  return `${template || '(none)'} / ${batch || '(none)'}`;
}

/** A condition that a short parameter says. */
function shortWords(filter: FieldFilter, writing: Writing, period: PostingPeriod | null): string[] {
  const values = filter.op === 'in' ? filter.values.map(String) : [];
  if (filter.field === 'BssiEntityID') return values.map((id) => entityWords(id, writing.names.get(id)));
  if (filter.field === batchField) return batchesOf(values).map((one) => `Batch ${batchWords(one)}`);
  if (filter.op !== 'matches') {
    const days = daysWords(filter, writing);
    return [`Posting date ${period === null ? days : `${postingPeriods[period]} (${days})`}`];
  }
  // Filter syntax is shown as it is typed.
  const [what, capital] = filter.field === 'ItemNo' ? ['item', 'Item'] : ['location', 'Location'];
  return [filter.value === "''" ? `No ${what}` : `${capital} ${String(filter.value)}`];
}

/** The days of a condition on the posting date. As in Business Central, up to a day includes lines without a date. */
function daysWords(filter: FieldFilter, { day, days }: Writing): string {
  const { from, to } = postingDays({ filters: [filter] });
  if (to === '') return `from ${day(from)}`;
  if (from === '') return `to ${day(to)}, or none`;
  if (from === firstPostingDay) return `to ${day(to)}`;
  return from > to ? `from ${day(from)} to ${day(to)}` : days(from, to);
}

function filterWords({ field: name, ...comparison }: FieldFilter, writing: Writing): string {
  const field = journalField(name);
  return field ? `${field.label} ${comparisonWords(field, comparison, writing)}` : name;
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
      return `is ${listed(more > 0 ? [...named, counted(more, 'other value')] : named, 'or')}`;
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
