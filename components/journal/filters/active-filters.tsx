'use client';

import { Chip, FilterChips } from '@/components/ui/fields/filter-chips';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { SortKey } from '@/lib/domain/journal/query';
import type { ActiveFilter } from './filter-words';
import type { JournalAddress } from '../journal-address';
import { usualSort } from '../journal-parameters';

interface ActiveFiltersProps {
  filters: readonly ActiveFilter[];
  /** Fields of the columns, whose heads show the order; null: no lines are listed. */
  shown: readonly JournalField[] | null;
  address: JournalAddress;
}

/** Chips of the conditions, and of the part of the order that no column shows. */
export function ActiveFilters({ filters, shown, address }: ActiveFiltersProps) {
  const timeZone = useTimeZone();
  const unseen = shown && unseenSort(address.query.sort, shown);
  if (filters.length === 0 && unseen === null) return null;
  return (
    <FilterChips
      filters={filters.map(({ key, words, without }) => ({
        key,
        // The days of a period depend on the time zone.
        words: key === 'period' && timeZone === undefined ? '…' : words,
        onRemove: () => address.narrow(without),
      }))}
      onClear={address.clearFilters}
      className="px-4 pb-2"
    >
      {unseen && <UnseenSort {...unseen} address={address} />}
    </FilterChips>
  );
}

interface SortWords {
  words: string;
  /** The order without it; null: it is the usual order, which cannot be removed. */
  without: readonly SortKey[] | null;
}

function UnseenSort({ words, without, address }: SortWords & { address: JournalAddress }) {
  if (without === null) return <span className="text-xs text-text-muted">{words}</span>;
  return <Chip does="Remove order: " words={words} onRemove={() => address.narrow({ sort: without })} />;
}

/** @param shown fields of the columns. */
export function unseenSort(sort: readonly SortKey[], shown: readonly JournalField[]): SortWords | null {
  const isSeen = ({ field }: SortKey) => shown.some(({ name }) => name === field);
  const unseen = sort.filter((key) => !isSeen(key)).flatMap((key) => sortedBy(key) ?? []);
  if (unseen.length === 0) return null;
  const rest = sort.filter(isSeen);
  return {
    words: `Sorted by ${unseen.join(', then by ')}`,
    without: JSON.stringify(sort) === JSON.stringify(usualSort) ? null : rest.length > 0 ? rest : usualSort,
  };
}

function sortedBy({ field: name, descending }: SortKey): string | null {
  const field = journalField(name);
  if (field === undefined) return null;
  const [up, down] = sortEnds[field.kind] ?? ['A to Z', 'Z to A'];
  return `${field.label}, ${descending ? down : up}`;
}

const numbers = ['smallest first', 'largest first'] as const;
const moments = ['earliest first', 'latest first'] as const;
const sortEnds: Partial<Record<JournalField['kind'], readonly [string, string]>> = {
  ...{ integer: numbers, decimal: numbers, date: moments, time: moments },
  boolean: ['No first', 'Yes first'],
};
