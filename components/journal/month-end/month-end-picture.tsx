'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { CheckCounts } from '@/components/journal/checks/check-counts';
import type { JournalAddress } from '@/components/journal/journal-address';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { askedWhile, problemOf } from '@/lib/client/api';
import { journalGroupsQuery } from '@/lib/client/journal/journal';
import { useEntityNames } from '@/lib/client/use-names';
import { counted } from '@/lib/domain/counted';
import { entityWeeks, otherConditions } from './entity-weeks';
import { EntityWeeksTable, hasMore } from './entity-weeks-table';

export interface MonthEndPictureProps {
  address: JournalAddress;
  connection: string;
  /** Whether the lines are there: the picture of another filter is asked for after its lines. */
  isReady: boolean;
  /** Whether they may yet come. */
  isComing: boolean;
  /** Whether there is room for all rows, however many there are. */
  isAll: boolean;
  /** Told whether rows are out of sight, while there is no room for all. */
  onMore: (hasMore: boolean) => void;
}

/** Entities by posting weeks, shaded by lines or amount, and what the checks find; a press leads to those lines. */
export function MonthEndPicture(props: MonthEndPictureProps) {
  const { address, connection, isReady, isComing, isAll } = props;
  const { measure } = address;
  const picture = useRef<HTMLDivElement>(null);
  const tellMore = useEffectEvent(props.onMore);
  useEffect(() => {
    const { current } = picture;
    if (current === null || isAll) return;
    const look = () => {
      const lists = [...current.querySelectorAll('[data-scrolls-rows]')];
      if (lists.length > 0) tellMore(lists.some(hasMore));
    };
    const [sizes, rows] = [new ResizeObserver(look), new MutationObserver(look)];
    sizes.observe(current);
    rows.observe(current, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      rows.disconnect();
    };
  }, [isAll]);
  const names = useEntityNames(connection);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...journalGroupsQuery(otherConditions(address.query), entityWeeks, connection),
    enabled: askedWhile(isReady),
  });
  const isEmpty = data?.total.count === 0 && !isPlaceholderData;
  // A check that finds nothing leaves the others to be chosen.
  const isNothing =
    data === undefined ? error === null && !isComing : isEmpty && address.query.check === null;
  return (
    <div ref={picture} className="flex h-full gap-4 pt-1">
      {isNothing ? (
        <p data-nothing="" className="py-1 text-sm text-text-muted">
          No lines are shown, so there is nothing to draw.
        </p>
      ) : (
        <>
          <div aria-busy={isPlaceholderData} className="flex min-w-0 flex-1 flex-col gap-1.5">
            {data !== undefined && data.more.across > 0 && (
              <p className="shrink-0 text-xs text-text-muted">
                {counted(data.more.across, 'week')} with the fewest lines left out
              </p>
            )}
            {isEmpty ? (
              <p className="p-4 text-sm text-text-muted">No lines match.</p>
            ) : data !== undefined && data.total.count > 0 ? (
              <EntityWeeksTable {...{ data, names, measure, address, isAll }} />
            ) : error !== null ? (
              // In a line: where the lines fail too, their own place tells all of it.
              <p className="flex flex-wrap items-center gap-x-2 p-4 text-sm text-text-muted">
                The picture could not be read. {problemOf(error).detail}
                <Button size="sm" isPending={isFetching} onPress={() => void refetch()}>
                  Try again
                </Button>
              </p>
            ) : (
              <Skeleton className="min-h-0 flex-1" />
            )}
          </div>
          <CheckCounts {...{ address, connection, isReady }} />
        </>
      )}
    </div>
  );
}
