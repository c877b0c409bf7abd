'use client';

import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Badge, type BadgeTone } from '@/components/ui/feedback/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ProblemView } from '@/components/ui/feedback/problem-view';
import { SegmentedControl } from '@/components/ui/fields/segmented-control';
import { Instant } from '@/components/ui/instant';
import { DataTable, type Column } from '@/components/ui/tables/data-table';
import { OlderNewer } from '@/components/ui/tables/pager';
import { MailCheck } from 'lucide-react';
import { useAddress } from '@/lib/client/address/use-address';
import { problemOf } from '@/lib/client/api';
import { deliveriesQuery } from '@/lib/client/notices';
import { deliveryStates, type DeliveryState } from '@/lib/contract/notice-kinds';
import type { Delivery } from '@/lib/contract/notices';
import { counted } from '@/lib/domain/counted';
import { deliveryWords, noticeWords } from '@/lib/domain/notices/notice-words';
import { inDigits } from '@/lib/domain/reader-formats';
import { deliveriesAsked, noticesParameters } from './notices-parameters';
import { useSendAgain } from './use-send-again';

const tones: Record<DeliveryState, BadgeTone> = {
  waiting: 'warning',
  delivered: 'success',
  'given-up': 'danger',
};

/** The last messages to each receiver, newest first. */
export function Deliveries() {
  const [shown, set] = useAddress(noticesParameters, 'replace');
  const { data, error, isPlaceholderData, refetch } = useQuery(deliveriesQuery(deliveriesAsked(shown)));
  const headingId = useId();
  const again = useSendAgain();
  const columns: readonly Column<Delivery>[] = [
    {
      name: 'Message',
      cell: ({ number, kind, title, at, receiver, cause, tries }) => (
        <>
          <span className="font-medium wrap-anywhere">{title}</span>
          <span className="block text-xs text-text-muted">
            {inDigits(number)} · {noticeWords[kind].title}
          </span>
          <span className="block text-text-muted md:hidden">
            <span className="wrap-anywhere">{receiver.name}</span> · <Instant at={at} />
            {tries > 1 && ` · ${counted(tries, 'try', 'tries')}`}
          </span>
          {cause !== null && <span className="block wrap-anywhere text-text-muted md:hidden">{cause}</span>}
        </>
      ),
    },
    {
      name: 'Receiver',
      className: 'w-40 max-md:hidden',
      cellClassName: 'wrap-anywhere',
      cell: ({ receiver }) => receiver.name,
    },
    { name: 'Written', className: 'w-36 max-md:hidden', cell: ({ at }) => <Instant at={at} /> },
    {
      name: 'State',
      className: 'w-28',
      cell: (delivery) => (
        <span className="flex flex-col items-start gap-1">
          <Badge tone={tones[delivery.state]}>{deliveryWords[delivery.state]}</Badge>
          {delivery.state === 'given-up' && (
            <Button
              size="sm"
              aria-label={`Send again: ${delivery.title}, to ${delivery.receiver.name}`}
              isPending={again.isPending && again.variables.number === delivery.number}
              onPress={() => again.mutate({ receiver: delivery.receiver, number: delivery.number })}
            >
              Send again
            </Button>
          )}
        </span>
      ),
    },
    {
      name: 'Tries',
      className: 'w-16 text-right! max-md:hidden',
      cellClassName: 'tabular',
      cell: ({ tries }) => inDigits(tries),
    },
    {
      name: 'Why it failed',
      className: 'w-64 max-md:hidden',
      cellClassName: 'wrap-anywhere',
      cell: ({ cause }) => cause,
    },
  ];
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={headingId} className="text-base font-semibold">
            Deliveries
          </h2>
          <p className="max-w-prose text-sm text-text-muted">
            A failed message is tried again with growing pauses, and given up after a day. Kept for 90 days.
          </p>
        </div>
        <SegmentedControl
          label="Deliveries to show"
          value={shown.state ?? 'all'}
          onChange={(state) => set({ state: state === 'all' ? null : state, before: null })}
          options={[
            { value: 'all', label: 'All' },
            ...deliveryStates.map((value) => ({ value, label: deliveryWords[value] })),
          ]}
        />
      </div>
      {error !== null && (
        <ProblemView
          problem={problemOf(error)}
          what="The list of deliveries"
          hasData={data !== undefined}
          retrying
          onRetry={() => void refetch()}
        />
      )}
      {(data !== undefined || error === null) && (
        <DataTable
          label="List of deliveries"
          columns={columns}
          items={data?.value}
          keyOf={({ number, receiver }) => `${String(number)} ${receiver.id}`}
          isBusy={isPlaceholderData}
          empty={
            data?.value.length === 0 && (
              <EmptyState
                icon={<MailCheck />}
                title={shown.state === null ? 'Nothing was told yet' : 'There is none in this state'}
              >
                {shown.state === null
                  ? 'A message appears here when something happens. “Test” sends one at once, which is not listed.'
                  : undefined}
              </EmptyState>
            )
          }
        />
      )}
      <OlderNewer
        isOlder={shown.before !== null}
        next={data?.next == null ? null : String(data.next)}
        onGo={(before) => set({ before: before === null ? null : Number(before) })}
      />
    </section>
  );
}
