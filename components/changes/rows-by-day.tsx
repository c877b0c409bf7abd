import { Fragment, type ReactNode } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { byDay } from './days';

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
    <div role="status" aria-label={label} className="flex flex-col gap-1.5">
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
    </div>
  );
}
