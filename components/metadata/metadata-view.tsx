'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { PageHeader } from '@/components/shell/page-header';
import { Button } from '@/components/ui/button';
import { useHydrated } from '@/components/ui/use-hydrated';
import { Age } from '@/components/ui/instant';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import { problemOf } from '@/lib/client/api';
import { useConnectionKey } from '@/lib/client/connection';
import { metadataDocumentQuery, metadataQuery } from '@/lib/client/metadata';
import { DifferenceList } from './difference-list';
import { EntitySetBrowser } from './entity-set-browser';
import { MatchSummary } from './match-summary';
import { useMetadataAddress } from './metadata-address';
import { RawDocument } from './raw-document';

const retrySeconds = 5;

export function MetadataView() {
  const connection = useConnectionKey();
  const queryClient = useQueryClient();
  const [address, setAddress] = useMetadataAddress();
  const { data, error, isFetching, refetch } = useQuery({
    ...metadataQuery(connection),
    refetchInterval: (query) => (query.state.status === 'error' ? retrySeconds * 1_000 : false),
  });
  // The first request depends on the browser's clock, which the server does not know.
  const isReading = useHydrated() && isFetching;
  const readAgain = () => {
    void queryClient.invalidateQueries({ queryKey: metadataDocumentQuery(connection).queryKey });
    void refetch();
  };
  return (
    <>
      <PageHeader
        title="Interface"
        description="What the service declares about itself, compared with what this console expects."
        actions={
          <>
            <span className="text-sm text-text-muted">
              {data === undefined ? (
                <span className="invisible">Read just now</span> // keeps the space, so that nothing moves
              ) : (
                <>
                  Read <Age at={data.fetchedAt} />
                </>
              )}
            </span>
            <Button onPress={readAgain} isPending={isReading}>
              {!isReading && <RefreshCw aria-hidden="true" className="size-4" />}
              Refresh
            </Button>
          </>
        }
      />
      <div className="flex min-h-0 flex-1 flex-col gap-3 px-4 pb-4">
        {error !== null && (
          <ProblemView
            problem={problemOf(error)}
            what="The interface"
            hasData={data !== undefined}
            onRetry={readAgain}
          />
        )}
        {data !== undefined && (
          <MatchSummary metadata={data} onShow={() => void setAddress({ tab: 'differences' })} />
        )}
        {(data !== undefined || address.tab === 'document') && (
          <SegmentedControl
            label="Part of the interface"
            value={address.tab}
            onChange={(tab) => void setAddress({ tab })}
            options={[
              { value: 'fields', label: 'Fields' },
              {
                value: 'differences',
                label: `Differences${data === undefined ? '' : ` (${data.drift.length})`}`,
              },
              { value: 'document', label: 'Document' },
            ]}
            className="self-start"
          />
        )}
        {address.tab === 'document' ? (
          <RawDocument connection={connection} />
        ) : data === undefined ? (
          error === null && <LoadingFields />
        ) : address.tab === 'differences' ? (
          <DifferenceList drift={data.drift} />
        ) : (
          <EntitySetBrowser entitySets={data.entitySets} />
        )}
      </div>
    </>
  );
}

function LoadingFields() {
  return (
    <Status aria-label="Reading the interface" className="flex flex-col gap-2">
      <Skeleton className="h-9" />
      <Skeleton className="mt-1 h-8 w-62" />
      <div className="mt-1 flex gap-3">
        <div className="hidden w-64 shrink-0 flex-col gap-2 md:flex">
          {Array.from({ length: 3 }, (_, index) => (
            <Skeleton key={index} className="h-12" />
          ))}
        </div>
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-8 max-w-80" />
          <Skeleton className="h-80" />
        </div>
      </div>
    </Status>
  );
}
