import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { problemOf } from '@/lib/client/api';

interface FromQueryProps<T> {
  query: UseQueryResult<T>;
  /** Class for the height of the content, so that nothing moves when the answer comes. */
  height: string;
  children: (data: T) => ReactNode;
}

/** Draws the answer of a query, its place while the page waits, or the problem. */
export function FromQuery<T>({ query, height, children }: FromQueryProps<T>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (error !== null)
    return <ProblemView problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />;
  return <Skeleton className={height} />;
}
