'use client';

import { useState } from 'react';
import { BellPlus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '@/components/shell/page-header';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { Status } from '@/components/ui/feedback/status';
import { problemOf } from '@/lib/client/api';
import { receiversQuery } from '@/lib/client/notices';
import type { Receiver } from '@/lib/contract/notices';
import { Deliveries } from './deliveries';
import { ReceiverCard } from './receiver-card';
import { ReceiverForm } from './receiver-form';

/** Who is told what happens while nobody looks, and what became of each message. */
export function NoticesView() {
  const { data, error, refetch } = useQuery(receiversQuery());
  const [edited, setEdited] = useState<Receiver | 'new' | null>(null);
  const add = (
    <Button variant="primary" onPress={() => setEdited('new')}>
      Add receiver
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Notices"
        description="The console tells these receivers what happens while nobody looks. Messages hold counts and links, no secrets and no names of records."
        actions={data !== undefined && data.value.length > 0 && add}
      />
      <div className="flex flex-col gap-8 px-4 pb-8">
        <section aria-label="Receivers" className="flex flex-col gap-3">
          {error !== null && (
            <ProblemView
              problem={problemOf(error)}
              what="The list of receivers"
              hasData={data !== undefined}
              retrying
              onRetry={() => void refetch()}
            />
          )}
          {data === undefined && error === null && (
            <Status aria-label="Reading the receivers">
              <Skeleton className="h-40" />
            </Status>
          )}
          {data?.value.length === 0 && (
            <EmptyState icon={<BellPlus />} title="Nobody is told yet" action={add}>
              Add a webhook, mail addresses, a Teams workflow or a Slack channel, and choose what it is told:
              changes made outside, refused changes, a service that is down, a secret that expires and more.
            </EmptyState>
          )}
          {data?.value.map((receiver) => (
            <ReceiverCard key={receiver.id} receiver={receiver} onEdit={() => setEdited(receiver)} />
          ))}
        </section>
        {data !== undefined && data.value.length > 0 && <Deliveries />}
      </div>
      {data !== undefined && (
        <ReceiverForm
          key={edited === null ? 'none' : edited === 'new' ? 'new' : edited.id}
          edited={edited}
          hasMail={data.hasMail}
          allowsPrivate={data.allowsPrivate}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
