import { entityWords, noEntityNames } from '@/lib/domain/access/names/named';
import { journalCheck } from '@/lib/domain/journal/checks';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { FilterValue } from '@/lib/domain/journal/filter-value';
import { operatorWords } from '@/lib/domain/journal/operators';
import { firstPostingDay, postingPeriods, type PostingPeriod } from '@/lib/domain/journal/posting-period';
import {
  datesAreReversed,
  type BatchName,
  type FieldComparison,
  type JournalQuery,
} from '@/lib/domain/journal/query';
import { counted } from '@/lib/domain/counted';
import { dayWords, daysWords } from '@/lib/domain/day-words';
import { numberFormat } from '@/lib/domain/reader-formats';
import type { Narrowing } from '../journal-parameters';
import { formatValue } from '../value-format';

/** One condition in force, in words, and the query without it. */
export interface ActiveFilter {
  key: string;
  words: string;
  without: Narrowing;
}

/**
 * Every condition of a query as something a person can read and take away.
 * @param period what the posting dates of the query were worked out from.
 * @param isDayFixed the check goes by another day than the reader's, which is said.
 */
export function activeFilters(
  query: JournalQuery,
  period: PostingPeriod | null = null,
  isDayFixed = false,
  names = noEntityNames,
): ActiveFilter[] {
  const found: ActiveFilter[] = [];
  if (query.q !== '') found.push({ key: 'q', words: `Contains “${query.q}”`, without: { q: '' } });
  for (const id of query.entities) {
    const entities = query.entities.filter((other) => other !== id);
    found.push({
      key: `entity ${id}`,
      words: entityWords(id, names.get(id)),
      without: { entities },
    });
  }
  for (const one of query.batches) {
    const words = `Batch ${batchWords(one)}`;
    const batches = query.batches.filter((other) => other !== one);
    found.push({ key: words, words, without: { batches } });
  }
  found.push(...dateFilters(query, period));
  const { item, location } = query;
  if (item !== '') found.push({ key: 'item', words: codeWords('item', item), without: { item: '' } });
  if (location !== '') {
    found.push({ key: 'location', words: codeWords('location', location), without: { location: '' } });
  }
  query.filters.forEach(({ field: name, ...comparison }, at) => {
    const filters = query.filters.filter((_, other) => other !== at);
    const field = journalField(name);
    const words = field ? `${field.label} ${comparisonWords(field, comparison)}` : name;
    found.push({ key: `filter ${at}`, words, without: { filters } });
  });
  if (query.check !== null) {
    const asOf = isDayFixed ? `, as of ${dayWords(query.today)}` : '';
    const words = `Check: ${journalCheck(query.check)?.title ?? query.check}${asOf}`;
    found.push({ key: 'check', words, without: { check: null } });
  }
  return found;
}

/** "ITEM / DEFAULT"; either name may be empty. */
export function batchWords({ template, batch }: BatchName): string {
  return `${template || '(none)'} / ${batch || '(none)'}`;
}

/** "Location EAST|WEST", as it is typed; "No location" where empty ones are asked for. */
function codeWords(what: 'item' | 'location', text: string): string {
  if (text === "''") return `No ${what}`;
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${text}`;
}

function dateFilters(query: JournalQuery, period: PostingPeriod | null): ActiveFilter[] {
  const { from, to } = query;
  // As in Business Central, whatever is before a day includes what has no date.
  const upTo = `to ${to === '' ? '' : dayWords(to)}, or none`;
  if (period !== null) {
    const days = from === firstPostingDay ? `to ${dayWords(to)}` : daysWords(from, to);
    const words = `Posting date ${postingPeriods[period]} (${days})`;
    return [{ key: 'period', words, without: { from: '', to: '' } }];
  }
  if (from !== '' && to !== '' && !datesAreReversed(query)) {
    return [{ key: 'dates', words: `Posting date ${daysWords(from, to)}`, without: { from: '', to: '' } }];
  }
  const found: ActiveFilter[] = [];
  if (from !== '') {
    found.push({ key: 'from', words: `Posting date from ${dayWords(from)}`, without: { from: '' } });
  }
  if (to !== '') found.push({ key: 'to', words: `Posting date ${upTo}`, without: { to: '' } });
  return found;
}

const mostNamed = 4;

/** A comparison as it reads after the field's caption: "is at least 20,000.00". */
export function comparisonWords(field: JournalField, comparison: FieldComparison): string {
  const { op } = comparison;
  switch (op) {
    case 'empty':
    case 'notempty':
      return operatorWords(op, field.kind);
    case 'between':
      return `is between ${valueWords(field, comparison.from)} and ${valueWords(field, comparison.to)}`;
    case 'in': {
      const named = comparison.values
        .slice(0, mostNamed)
        .map((value) => valueWords(field, value) || '(empty)');
      const more = comparison.values.length - named.length;
      const list = new Intl.ListFormat('en', { type: 'disjunction' });
      return `is ${list.format(more > 0 ? [...named, counted(more, 'other value')] : named)}`;
    }
    case 'matches':
      return `matches “${String(comparison.value)}”`;
    default: {
      const shown = valueWords(field, comparison.value);
      if (shown === '' && (op === 'eq' || op === 'ne'))
        return operatorWords(op === 'eq' ? 'empty' : 'notempty', field.kind);
      return `${operatorWords(op, field.kind)} ${shown}`;
    }
  }
}

/** A filter's value with all its digits: cells round to five decimals, what is compared is not rounded. */
function valueWords(field: JournalField, value: FilterValue): string {
  if (typeof value !== 'number' || field.kind === 'integer')
    return isUnset(value) ? '' : formatValue(field, value);
  const minimumFractionDigits = field.group === 'Amounts' ? 2 : 0;
  return numberFormat({ minimumFractionDigits, maximumFractionDigits: 15 }).format(value);
}
