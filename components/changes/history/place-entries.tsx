'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { problemOf } from '@/lib/client/api';
import { historyQuery } from '@/lib/client/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { kindOfPlace, type MatrixPlace } from '@/lib/domain/access/place-text';
import { useChangeLinks } from '@/components/changes/change-links';
import { HistoryList } from './history-list';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { RowsSkeleton } from '@/components/changes/list/rows-by-day';

const whatOf = {
  assignment: 'this assignment',
  record: 'any assignment of this record',
  entity: 'any assignment of this entity',
};

/** What is recorded of an assignment, or of all those of a record or an entity, newest first. */
export function PlaceEntries({ place }: { place: MatrixPlace }) {
  const connection = useConnectionKey();
  const links = useChangeLinks();
  const { data, error, refetch } = useQuery(historyQuery(connection, place));
  return (
    <div className="flex flex-col gap-3">
      {error !== null && (
        <ProblemView
          problem={problemOf(error)}
          hasData={data !== undefined}
          retrying
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <RowsSkeleton label="Reading the history" />}
      {data?.value.length === 0 && (
        <p className="text-sm text-text-muted">
          Nothing is recorded: since this console keeps its log, it did not change{' '}
          {whatOf[kindOfPlace(place)]}, and noticed no change by others.
        </p>
      )}
      {data !== undefined && data.value.length > 0 && <HistoryList entries={data.value} />}
      {data?.next != null && (
        <Link
          href={links.history(place)}
          className="rounded-sm text-accent-text underline underline-offset-2"
        >
          Older entries
        </Link>
      )}
    </div>
  );
}
