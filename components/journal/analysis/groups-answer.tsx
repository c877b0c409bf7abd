'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ActiveFilter } from '@/components/journal/filters/filter-words';
import type { JournalAddress } from '@/components/journal/journal-address';
import frame from '@/components/journal/frame.module.css';
import { NoLines } from '@/components/journal/lines/no-lines';
import { classNames } from '@/components/ui/class-names';
import { OlderData } from '@/components/ui/feedback/older-data';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import { Age } from '@/components/ui/instant';
import { problemOf } from '@/lib/client/api';
import { journalRetryMs } from '@/lib/client/journal/journal';
import type { JournalGroups } from '@/lib/contract/journal/journal';

interface GroupsAnswerProps {
  /** Answers about the same lines by different keys. */
  answers: readonly UseQueryResult<JournalGroups>[];
  what: string;
  address: JournalAddress;
  filters: readonly ActiveFilter[];
  /** Called once all answers have at least one line. */
  children: (groups: readonly JournalGroups[]) => ReactNode;
}

/** Draws sums of lines, or why there are none. */
export function GroupsAnswer({ answers, what, address, filters, children }: GroupsAnswerProps) {
  const { isRefused } = address;
  const groups = isRefused ? [] : answers.flatMap(({ data }) => data ?? []);
  const failed = answers.find(({ data, error }) => data === undefined && error !== null);
  const [first] = groups;
  return (
    <>
      {first?.stale && <OlderData what="The lines" detail={first.stale.detail} className="mx-4 mb-2" />}
      {failed?.error ? (
        <ProblemView
          problem={problemOf(failed.error)}
          what={what}
          retrying={{
            failedAt: failed.errorUpdatedAt,
            everyMs: journalRetryMs,
            isTrying: failed.isFetching,
          }}
          onRetry={() => answers.forEach(({ refetch }) => void refetch())}
          className="m-4"
        />
      ) : isRefused || first?.total.count === 0 ? (
        <div className={classNames(frame.box, 'flex-1')}>
          <NoLines filters={filters} address={address} />
        </div>
      ) : groups.length < answers.length ? (
        <PanelComing />
      ) : (
        children(groups)
      )}
    </>
  );
}

function PanelComing() {
  return (
    <div className={classNames(frame.box, 'min-h-0 flex-1 overflow-hidden')}>
      <div className="flex h-11 items-center border-b border-line-strong bg-head px-4 text-sm text-text-muted">
        <Status>Adding up the lines. The first time takes longest, because all of them are read.</Status>
      </div>
      {Array.from({ length: 24 }, (_, at) => (
        <div key={at} className="flex h-(--row-height) items-center gap-4 border-b border-line px-4">
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </div>
  );
}

export function CopyAge({ asOf, refreshing }: Pick<JournalGroups, 'asOf' | 'refreshing'>) {
  return (
    <p className="min-w-0 text-xs text-text-muted">
      Lines read <Age at={asOf} />
      {refreshing && '. A newer copy is being read.'}
    </p>
  );
}
