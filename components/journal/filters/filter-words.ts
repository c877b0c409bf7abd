import { noEntityNames, type EntityNames } from '@/lib/domain/access/names/named';
import { dayWords, daysWords } from '@/lib/domain/day-words';
import { queryWords, type ConditionWords, type Writing } from '@/lib/domain/journal/condition-words';
import { shortFilters } from '@/lib/domain/journal/conditions-list';
import { isUnset } from '@/lib/domain/journal/emptiness';
import type { PostingPeriod } from '@/lib/domain/journal/posting-period';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { numberFormat } from '@/lib/domain/reader-formats';
import type { Narrowing } from '../journal-parameters';
import { formatValue } from '../value-format';

export interface ActiveFilter {
  key: string;
  words: string;
  without: Narrowing;
}

/**
 * Conditions in words, each removable.
 * @param period from which the page computes posting dates. @param isDayFixed the check uses another day than the
 * reader's.
 */
export function activeFilters(
  query: JournalQuery,
  period: PostingPeriod | null = null,
  isDayFixed = false,
  names = noEntityNames,
): ActiveFilter[] {
  const named = { ...query, today: isDayFixed ? query.today : '' };
  const days = period && shortFilters(query).find(({ field }) => field === 'PostingDate');
  return queryWords(named, readerWriting(names), period).flatMap(({ of, words }) =>
    words.map((one, at) => ({
      key: typeof of === 'string' ? of : of === days ? 'period' : `${of.field} ${of.op} ${one}`,
      words: one,
      without: withoutPart(query, of, words.length > 1 ? at : null),
    })),
  );
}

/** @param at index of a list's value to remove; null: the whole condition. */
function withoutPart({ filters }: JournalQuery, of: ConditionWords['of'], at: number | null): Narrowing {
  if (of === 'q') return { q: '' };
  if (of === 'check') return { check: null };
  const left =
    at === null || of.op !== 'in' ? [] : [{ ...of, values: of.values.filter((_, other) => other !== at) }];
  return { filters: filters.flatMap((one) => (one === of ? left : [one])) };
}

export function readerWriting(names: EntityNames): Writing {
  return {
    // All digits: cells round, but filters compare exact values.
    value: (field, value) => {
      if (typeof value !== 'number' || field.kind === 'integer')
        return isUnset(value) ? '' : formatValue(field, value);
      const minimumFractionDigits = field.group === 'Amounts' ? 2 : 0;
      return numberFormat({ minimumFractionDigits, maximumFractionDigits: 15 }).format(value);
    },
    day: dayWords,
    days: daysWords,
    names,
    mostNamed: 4,
  };
}
