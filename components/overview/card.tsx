import { useId, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { problemOf } from '@/lib/client/api';

interface CardProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

export function Card({ title, action, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex min-h-0 min-w-0 flex-col rounded-md border border-line bg-surface"
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4 pt-2">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {action}
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 scroll-shadow flex-col overflow-y-auto rounded-b-md px-4 pt-1 pb-4 print:overflow-visible">
        {children}
      </div>
    </section>
  );
}

interface FromQueryProps<T> {
  query: UseQueryResult<T>;
  /** Class for the height, so that nothing moves when the answer comes. */
  height: string;
  children: (data: T) => ReactNode;
}

/** Draws a query's answer, a skeleton or the problem. */
export function FromQuery<T>({ query, height, children }: FromQueryProps<T>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (error !== null)
    return <ProblemView problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />;
  return <Skeleton className={height} />;
}
