import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { dayInWords } from '@/components/ui/instant';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import { OlderNewer } from '@/components/ui/tables/pager';
import { useNow } from '@/components/ui/use-now';
import { usePrinting } from '@/components/ui/use-printing';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { problemOf } from '@/lib/client/api';
import { dayOf } from '@/lib/domain/reader-formats';

interface RowsByDayProps<T> {
  label: string;
  /** One page, newest first; `next` is null at the end. */
  query: Pick<
    UseQueryResult<{ value: readonly T[]; next: string | number | null }>,
    'data' | 'error' | 'refetch' | 'isPlaceholderData'
  >;
  reading: string;
  instantOf: (item: T) => string;
  /** @param isToday whether the row stands below “Today”. */
  row: (item: T, isToday: boolean) => ReactNode;
  keyOf: (item: T) => string | number;
  /** Column heads, hidden from screen readers. */
  head?: ReactNode;
  arrived?: ReactNode;
  empty: ReactNode;
  filters?: string;
  paging?: { before: string; goTo: (before: string | null) => void };
}

const dayMs = 86_400_000;
const frame = 'overflow-clip rounded-md border border-line bg-surface';

export function RowsByDay<T>({ query, reading, empty, filters, paging, ...rows }: RowsByDayProps<T>) {
  const { data, error, refetch, isPlaceholderData } = query;
  const isPrinting = usePrinting();
  return (
    <>
      {isPrinting && paging !== undefined && <PrintedLine filters={filters} />}
      {error !== null && (
        <ProblemView
          problem={problemOf(error)}
          hasData={data !== undefined}
          retrying
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <RowsSkeleton label={reading} />}
      {data?.value.length === 0 && empty}
      {data !== undefined && data.value.length > 0 && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          <Days items={data.value} isPrinting={isPrinting} {...rows} />
        </div>
      )}
      {data !== undefined && paging !== undefined && (
        <OlderNewer
          isOlder={paging.before !== ''}
          next={data.next === null ? null : String(data.next)}
          onGo={paging.goTo}
        />
      )}
    </>
  );
}

function PrintedLine({ filters }: { filters: string | undefined }) {
  const timeZone = useTimeZone();
  return (
    <p className="text-sm">
      All times are in the time zone {timeZone}.
      {filters !== undefined && (filters === '' ? ' No filter.' : ` Filter: ${filters}.`)}
    </p>
  );
}

type DaysProps<T> = Pick<RowsByDayProps<T>, 'label' | 'instantOf' | 'row' | 'keyOf' | 'head' | 'arrived'> & {
  items: readonly T[];
  isPrinting: boolean;
};

function Days<T>({ label, items, isPrinting, instantOf, row, keyOf, head, arrived }: DaysProps<T>) {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  if (timeZone === undefined) return null;
  return (
    <div className={frame}>
      {head}
      {byDay(items, instantOf, isPrinting ? null : now, timeZone).map((day, at) => (
        <section
          key={day.name}
          aria-label={`${label}, ${day.name}`}
          className="border-line not-first:border-t"
        >
          <div className="flex min-h-6.25 items-center justify-between border-b border-line bg-head px-4 text-xs font-medium text-text-muted">
            <h2>{day.name}</h2>
            {at === 0 && arrived}
          </div>
          <ul className="divide-y divide-line">
            {day.items.map((item) => (
              <Fragment key={keyOf(item)}>{row(item, day.name === 'Today')}</Fragment>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function RowsSkeleton({ label }: { label: string }) {
  return (
    <Status aria-label={label} className={frame}>
      {Array.from({ length: 12 }, (_, at) => (
        <div
          key={at}
          className="flex h-14 items-center justify-between gap-4 border-line px-4 not-first:border-t"
        >
          <Skeleton className={at % 3 === 0 ? 'h-5 w-64 max-w-full' : 'h-5 w-96 max-w-full'} />
          <Skeleton className="h-5 w-24" />
        </div>
      ))}
    </Status>
  );
}

export interface Day<T> {
  name: string;
  items: T[];
}

/**
 * Groups a list by days.
 * @param now epoch ms; null: on paper, where “Today” means nothing. @param timeZone undefined: the browser's.
 */
export function byDay<T>(
  items: readonly T[],
  instantOf: (item: T) => string,
  now: number | null,
  timeZone?: string,
): Day<T>[] {
  const today = now === null ? '' : dayOf(now, timeZone);
  const yesterday = now === null ? '' : dayOf(Date.parse(`${today}T12:00Z`) - dayMs, 'UTC'); // a day may have 23 hours
  const days: Day<T>[] = [];
  for (const item of items) {
    const date = new Date(instantOf(item));
    const day = dayOf(date, timeZone);
    const name = day === today ? 'Today' : day === yesterday ? 'Yesterday' : dayInWords(date, timeZone);
    const last = days.at(-1);
    if (last?.name === name) last.items.push(item);
    else days.push({ name, items: [item] });
  }
  return days;
}
