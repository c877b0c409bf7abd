import { noEntityNames, type EntityNames } from '@/lib/domain/access/names/named';
import { dayWords, daysWords } from '@/lib/domain/day-words';
import {
  checkWords,
  conditionWords,
  daysWords as daysOfCondition,
  searchWords,
  type Writing,
} from '@/lib/domain/journal/condition-words';
import { shortFilters } from '@/lib/domain/journal/conditions-list';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { postingPeriods, type PostingPeriod } from '@/lib/domain/journal/posting-period';
import type { FieldFilter, JournalQuery } from '@/lib/domain/journal/query';
import { numberFormat } from '@/lib/domain/reader-formats';
import type { Narrowing } from '../journal-parameters';
import { formatValue } from '../value-format';

/** One condition of a query in words, and the change of the query that removes it. */
export interface ActiveFilter {
  key: string;
  words: string;
  without: Narrowing;
}

/**
 * Every condition of a query in words that its reader can remove one by one.
 * @param period the period from which the page works out the posting dates.
 * @param isDayFixed the check goes by another day than the reader's, which is said.
 */
export function activeFilters(
  query: JournalQuery,
  period: PostingPeriod | null = null,
  isDayFixed = false,
  names = noEntityNames,
): ActiveFilter[] {
  const { q, filters, check } = query;
  const writing = readerWriting(names);
  const short = shortFilters(query);
  const found: ActiveFilter[] = [];
  if (q !== '') found.push({ key: 'q', words: searchWords(q), without: { q: '' } });
  for (const filter of filters) {
    const without = (left: readonly FieldFilter[]) => ({
      filters: filters.flatMap((one) => (one === filter ? left : [one])),
    });
    if (period !== null && filter.field === 'PostingDate' && short.includes(filter)) {
      const words = `Posting date ${postingPeriods[period]} (${daysOfCondition(filter, writing)})`;
      found.push({ key: 'period', words, without: without([]) });
      continue;
    }
    const all = conditionWords(filter, short.includes(filter), writing);
    for (const [at, words] of all.entries()) {
      // Entities and batches of a list are removed one by one.
      const isOneOf = all.length > 1 && filter.op === 'in';
      const left = isOneOf ? [{ ...filter, values: filter.values.filter((_, other) => other !== at) }] : [];
      found.push({ key: `${filter.field} ${filter.op} ${words}`, words, without: without(left) });
    }
  }
  if (check !== null)
    found.push({ key: 'check', words: checkWords(query, isDayFixed, writing), without: { check: null } });
  return found;
}

const mostNamed = 4;

/** Values as the reader of the page writes them. */
export function readerWriting(names: EntityNames): Writing {
  return {
    // All digits: cells round to five decimals, a filter compares with the exact value.
    value: (field, value) => {
      if (typeof value !== 'number' || field.kind === 'integer')
        return isUnset(value) ? '' : formatValue(field, value);
      const minimumFractionDigits = field.group === 'Amounts' ? 2 : 0;
      return numberFormat({ minimumFractionDigits, maximumFractionDigits: 15 }).format(value);
    },
    day: dayWords,
    days: daysWords,
    names,
    mostNamed,
  };
}
