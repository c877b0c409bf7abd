import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { problemOf } from '@/lib/client/api';

interface FromQueryProps<T> {
  query: UseQueryResult<T>;
  /** How tall its matter will be, as a class, so that nothing moves when it comes. */
  height: string;
  children: (data: T) => ReactNode;
}

/** What a query answers, its place until it does, or why it cannot be told. */
export function FromQuery<T>({ query, height, children }: FromQueryProps<T>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (error !== null)
    return <ProblemView problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />;
  return <Skeleton className={height} />;
}
