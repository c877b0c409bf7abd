import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { problemOf } from '@/lib/client/api';

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
