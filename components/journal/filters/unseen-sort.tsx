'use client';

import { Chip } from '@/components/ui/fields/filter-chips';
import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { SortKey } from '@/lib/domain/journal/query';
import type { JournalAddress } from '../journal-address';
import { usualSort } from '../journal-parameters';

/** The order of the lines where no head tells it, with a way to take it off. */
export function UnseenSort({ address, shown }: { address: JournalAddress; shown: readonly JournalField[] }) {
  const unseen = unseenSort(address.query.sort, shown);
  if (unseen === null) return null;
  const { words, without } = unseen;
  if (without === null) return <span className="text-xs text-text-muted">{words}</span>;
  return <Chip does="Remove order: " words={words} onRemove={() => address.narrow({ sort: without })} />;
}

/** How lines are ordered where no head tells it, in words, and the order without that. */
interface SortWords {
  words: string;
  /** Null: it is the usual order, which always holds where no other is asked for. */
  without: readonly SortKey[] | null;
}

/** The parts of an order whose columns are not shown. @param shown the fields of those that are. */
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
