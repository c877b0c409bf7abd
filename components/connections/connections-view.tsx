'use client';

import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import Link from 'next/link';
import { PageHeader } from '@/components/shell/page-header';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import { buttonClasses } from '@/components/ui/button-classes';
import { problemOf } from '@/lib/client/api';
import { useConnectionParameter } from '@/lib/client/connection';
import { connectionsQuery } from '@/lib/client/connections';
import { withQuery } from '@/lib/client/paths';
import { ConnectionCard } from './connection-card';

interface ConnectionsViewProps {
  mayTest: boolean;
  mayCompare: boolean;
}

export function ConnectionsView({ mayTest, mayCompare }: ConnectionsViewProps) {
  const connection = useConnectionParameter();
  const { data, error, isFetching, refetch } = useQuery(connectionsQuery());
  const all = data?.value;
  return (
    <>
      <PageHeader
        title="Connections"
        description="The companies that this console works with, how their services answer, and what was read from them."
        actions={
          mayCompare &&
          (all?.length ?? 0) > 1 && (
            <Link
              href={withQuery('/connections/compare', { connection })}
              className={buttonClasses('secondary')}
            >
              <Scale aria-hidden="true" className="size-4" />
              Compare two
            </Link>
          )
        }
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
