import { Fragment, type ReactNode } from 'react';
import { dayInWords } from '@/components/ui/instant';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';

interface RowsByDayProps<T> {
  label: string;
  items: readonly T[];
  instantOf: (item: T) => string;
  /** A list item. */
  row: (item: T) => ReactNode;
  keyOf: (item: T) => string | number;
}

const frame = 'divide-y divide-line rounded-md border border-line bg-surface';

/** A list in order of time, a heading and a frame for each day. */
export function RowsByDay<T>({ label, items, instantOf, row, keyOf }: RowsByDayProps<T>) {
  return (
    <div className="flex flex-col gap-4">
      {byDay(items, instantOf).map((day) => (
        <section key={day.name} aria-label={`${label}, ${day.name}`} className="flex flex-col gap-1.5">
          <h2 className="text-sm font-medium text-text-muted">{day.name}</h2>
          <ul className={frame}>
            {day.items.map((item) => (
              <Fragment key={keyOf(item)}>{row(item)}</Fragment>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Rows that are still being read. */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <Status aria-label={label} className="flex flex-col gap-1.5">
      <Skeleton className="h-5 w-16" />
      <div className={frame}>
        {Array.from({ length: 8 }, (_, at) => (
          <div
            key={at}
            className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_22rem]"
          >
            <div className="flex flex-col gap-1.5">
              <Skeleton className={at % 3 === 0 ? 'h-4 w-64 max-w-full' : 'h-4 w-96 max-w-full'} />
              <Skeleton className="h-3 w-40" />
            </div>
            <Skeleton className="h-5 w-24 lg:justify-self-end" />
          </div>
        ))}
      </div>
    </Status>
  );
}

/** Things of one day. */
export interface Day<T> {
  /** "Today", "Yesterday", or the date. */
  name: string;
  items: T[];
}

/** Groups what is in order of time by the browser's days. */
export function byDay<T>(items: readonly T[], instantOf: (item: T) => string, now = new Date()): Day<T>[] {
  const days: Day<T>[] = [];
  for (const item of items) {
    const name = dayName(new Date(instantOf(item)), now);
    const last = days.at(-1);
    if (last?.name === name) last.items.push(item);
    else days.push({ name, items: [item] });
  }
  return days;
}

function dayName(date: Date, now: Date): string {
  const text = date.toDateString();
  if (text === now.toDateString()) return 'Today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return text === yesterday.toDateString() ? 'Yesterday' : dayInWords(date);
}
