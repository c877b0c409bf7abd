'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { historyQuery } from '@/lib/client/changes';
import { useConnectionKey } from '@/lib/client/connection';
import { kindOfPlace, type MatrixPlace } from '@/lib/domain/access/place-text';
import { useChangeLinks } from './change-links';
import { HistoryList } from './history-list';
import { ReadProblem } from './read-problem';
import { RowsSkeleton } from './rows-by-day';

/** What is recorded of a combination, or of all those of a record, newest first. */
export function PlaceEntries({ place }: { place: MatrixPlace }) {
  const connection = useConnectionKey();
  const links = useChangeLinks();
  const about = { ...place, entityId: place.entityId === '' ? undefined : place.entityId };
  const what = kindOfPlace(place) === 'record' ? 'any combination of this record' : 'this combination';
  const { data, error, refetch } = useQuery(historyQuery(connection, { ...about, before: undefined }));
  return (
    <div className="flex flex-col gap-3">
      <ReadProblem error={error} hasData={data !== undefined} onRetry={() => void refetch()} />
      {data === undefined && error === null && <RowsSkeleton label="Reading the history" />}
      {data?.value.length === 0 && (
        <p className="text-text-muted">
          Nothing is recorded: since this console keeps its log, it did not change {what}, and noticed no
          change by others.
        </p>
      )}
      {data !== undefined && data.value.length > 0 && <HistoryList entries={data.value} />}
      {data?.next != null && (
        <Link
          href={links.history(about)}
          className="rounded-sm text-accent-text underline underline-offset-2"
        >
          Older entries
        </Link>
      )}
    </div>
  );
}
