'use client';

import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '@/components/shell/page-header';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import { problemOf } from '@/lib/client/api';
import { connectionsQuery } from '@/lib/client/connections';
import { ConnectionCard } from './connection-card';

interface ConnectionsViewProps {
  mayTest: boolean;
}

export function ConnectionsView({ mayTest }: ConnectionsViewProps) {
  const { data, error, isFetching, refetch } = useQuery(connectionsQuery());
  const all = data?.value;
  return (
    <>
      <PageHeader
        title="Connections"
        description="The companies that this console works with, how their services answer, and what was read from them."
      />
      <div className="flex flex-col gap-4 px-4 pb-8">
        {error !== null && (
          <ProblemView
            problem={problemOf(error)}
            what="The list of connections"
            hasData={all !== undefined}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {all === undefined && error === null && (
          <Status aria-label="Reading the connections">
            <Skeleton className="h-72" />
          </Status>
        )}
        {all?.map((connection, at) => (
          <ConnectionCard key={connection.key} {...{ connection, mayTest }} isFirst={at === 0} />
        ))}
      </div>
    </>
  );
}
