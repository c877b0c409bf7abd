import { nice, ticks } from 'd3-array';
import { isEntityKey, keyWords } from '@/components/journal/analysis/key-words';
import type { JournalGroups, JournalRow, LinesAdded } from '@/lib/contract/journal/journal';
import { entityWords, type EntityNames } from '@/lib/domain/access/names/named';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { dateFormat } from '@/lib/domain/reader-formats';
import { sizeOf, type Measure } from './measure';

/** The lines that one bar stands for. */
export interface Bar {
  /** Of the key that the picture is by, as `GET /api/journal/groups` tells it. */
  value: JournalRow[string];
  /** Of an entity that has one. */
  name?: string | undefined;
  added: LinesAdded;
}

/** Groups by one key as bars, in their order. @param names of the key's values, if these are entities. */
export function barsOf(groups: JournalGroups['groups'], names?: EntityNames): Bar[] {
  return groups.map(({ key: [value = ''], count, sums }) => ({
    value,
    name: names?.get(String(value)),
    added: { count, sums },
  }));
}

/** The bars with the largest first, whatever their sign; those of one size in the order that they had. */
export function largestFirst(bars: readonly Bar[], measure: Measure): readonly Bar[] {
  const size = ({ added }: Bar) => Math.abs(sizeOf(added, measure));
  return bars.toSorted((a, b) => size(b) - size(a));
}

/** What bars of one picture are measured by; zero is on it. */
export interface Axis {
  from: number;
  to: number;
}

/** The shortest axis with room for all of these sizes, negative ones too. */
export function axisOf(sizes: readonly number[]): Axis {
  const [from, to] = [Math.min(0, ...sizes), Math.max(0, ...sizes)];
  return from === to ? { from: 0, to: 1 } : { from, to };
}

const wantedSteps = 4;

/**
 * An axis between round sizes, with those in even steps, for lines to read by.
 * @param isWhole only whole sizes mean something.
 */
export function steppedAxis(sizes: readonly number[], isWhole: boolean): Axis & { steps: readonly number[] } {
  const shortest = axisOf(sizes);
  const [from, to] = nice(shortest.from, shortest.to, wantedSteps);
  const steps = ticks(from, to, wantedSteps);
  return { from, to, steps: isWhole ? steps.filter(Number.isInteger) : steps };
}

/** Where a size stands on the axis, from 0 at its beginning to 1 at its end. */
export function placeOn({ from, to }: Axis, size: number): number {
  return (size - from) / (to - from);
}

/** The bar that a key leads to from another one, as in a toolbar; null: the key means nothing here. */
export function nextBar(at: number, key: string, bars: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(at + 1, bars - 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return bars - 1;
    default:
      return null;
  }
}

const shortDay = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;

/** What a bar stands for where there is room: "Cronus Logistik · 210", "9 – 15 Nov 2026". */
export function barWords(key: GroupingKey, { value, name }: Bar): string {
  if (value === '' && key.field.kind === 'date') return 'No posting date';
  return isEntityKey(key) ? entityWords(String(value), name) : keyWords(key, value);
}

/** The same at an axis: "210", "9 Nov", which is the first day of a week. */
export function shortBarWords(key: GroupingKey, bar: Bar): string {
  const { field, part } = key;
  if (field.kind !== 'date' || part === 'month' || part === 'year') return keyWords(key, bar.value);
  return bar.value === ''
    ? 'No date'
    : dateFormat(shortDay).format(Date.parse(`${String(bar.value)}T00:00Z`));
}
