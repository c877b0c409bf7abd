'use client';

import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/feedback/badge';
import { Button } from '@/components/ui/button';
import { Age, Instant } from '@/components/ui/instant';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import { DataTable, type Column } from '@/components/ui/tables/data-table';
import type { ListedSession } from '@/lib/contract/session/session';
import { agentWords } from '@/lib/domain/session/agent-words';

interface SessionRowsProps {
  label: string;
  sessions: readonly ListedSession[];
  /** Drawn above the first session of a person. */
  groupHead?: (session: ListedSession) => ReactNode;
  ending: string | undefined;
  onEnd: (session: ListedSession) => void;
}

export function SessionRows({ label, sessions, groupHead, ending, onEnd }: SessionRowsProps) {
  return (
    <DataTable
      label={label}
      items={sessions}
      keyOf={({ id }) => id}
      {...(groupHead !== undefined && { groupHead })}
      columns={[
        ...columns,
        {
          name: 'Action',
          className: 'text-right! w-28',
          cellClassName: 'align-middle!',
          cell: (session) => (
            <span ref={rescueFocus}>
              <Button
                aria-label={`${endWord(session)}: ${agentWords(session.agent)} of ${session.person.name}, signed in from ${session.address}`}
                isPending={ending === session.id}
                onPress={() => onEnd(session)}
              >
                {endWord(session)}
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}

/** A fixed width, whatever the time says. */
const fact = { className: 'max-lg:hidden lg:w-32', cellClassName: 'tabular align-middle! whitespace-nowrap' };

const columns: readonly Column<ListedSession>[] = [
  {
    name: 'Browser',
    cellClassName: 'h-14 align-middle!',
    cell: (session) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 text-base font-medium wrap-anywhere" title={session.agent}>
            {agentWords(session.agent)}
          </span>
          {session.current && <Badge tone="accent">This browser</Badge>}
        </span>
        <span className="tabular block wrap-anywhere text-text-muted lg:hidden">
          {session.address} · last used <Age at={session.usedAt} />
        </span>
        {/* A line each: a time that changes with the time zone moves nothing after it. */}
        <span className="tabular block text-text-muted lg:hidden">
          Started <Instant at={session.startedAt} />
        </span>
        <span className="tabular block text-text-muted lg:hidden">
          Ends <Instant at={session.expiresAt} />
        </span>
      </>
    ),
  },
  { ...fact, name: 'Address', cell: ({ address }) => address },
  { ...fact, name: 'Started', cell: ({ startedAt }) => <Instant at={startedAt} /> },
  { ...fact, name: 'Last used', cell: ({ usedAt }) => <Age at={usedAt} /> },
  { ...fact, name: 'Ends', cell: ({ expiresAt }) => <Instant at={expiresAt} /> },
];

function endWord({ current }: ListedSession): string {
  return current ? 'Sign out' : 'End';
}

export function SessionRowsSkeleton({ label }: { label: string }) {
  return (
    <Status aria-label={label} className="overflow-clip rounded-md border border-line bg-surface">
      <div className="h-8 bg-head" />
      {[0, 1].map((one) => (
        <div key={one} className="flex h-14 items-center justify-between gap-4 border-t border-line px-3">
          <Skeleton className="h-5 w-40 max-w-full" />
          <Skeleton className="h-8 w-16" />
        </div>
      ))}
    </Status>
  );
}
