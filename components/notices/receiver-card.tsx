'use client';

import { useId, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Badge } from '@/components/ui/feedback/badge';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { Age, Until } from '@/components/ui/instant';
import { notify } from '@/components/ui/feedback/toast-store';
import { Confirm } from '@/components/ui/overlays/modal';
import { isSignedOut, problemOf } from '@/lib/client/api';
import { askAgain } from '@/lib/client/asked-again';
import { allNotices, removeReceiver, testReceiver } from '@/lib/client/notices';
import type { Receiver } from '@/lib/contract/notices';
import { counted, plural } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import { noticeWords, receiverWords } from '@/lib/domain/notices/notice-words';
import { useSendAgain } from './use-send-again';

interface ReceiverCardProps {
  receiver: Receiver;
  onEdit: () => void;
}

/** One receiver: where its messages go, which ones, and how the last delivery went. */
export function ReceiverCard({ receiver, onEdit }: ReceiverCardProps) {
  const { id, name, kind, shownAddress, hasSecret, notices, waiting, givenUp, problem } = receiver;
  const headingId = useId();
  const client = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const onSettled = () => askAgain(client, allNotices);
  const test = useMutation({ mutationFn: () => testReceiver(id), onSettled });
  const again = useSendAgain();
  const remove = useMutation({
    mutationFn: () => removeReceiver(id),
    onSuccess: () => notify.success(`${name} was removed`),
    onError: (error) => {
      if (!isSignedOut(error)) notify.problem(`${name} was not removed`, problemOf(error).detail);
    },
    onSettled: () => {
      setRemoving(false);
      return onSettled();
    },
  });
  return (
    <article
      aria-labelledby={headingId}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={headingId} className="min-w-0 text-base font-semibold wrap-anywhere">
          {name}
        </h2>
        <Badge>{receiverWords[kind].title}</Badge>
        {waiting > 0 && <Badge tone="warning">{inDigits(waiting)} waiting</Badge>}
        {givenUp > 0 && <Badge tone="danger">{inDigits(givenUp)} given up</Badge>}
        <div data-print="hide" className="ml-auto flex flex-wrap items-center gap-2">
          <Button
            aria-label={`Test ${name}`}
            isPending={test.isPending}
            keepsFocus
            onPress={() => test.mutate()}
          >
            Test
          </Button>
          <Button aria-label={`Change ${name}`} onPress={onEdit}>
            Change…
          </Button>
          <Button variant="ghost" aria-label={`Remove ${name}`} onPress={() => setRemoving(true)}>
            Remove…
          </Button>
        </div>
      </div>
      <p className="text-sm wrap-anywhere text-text-muted">
        {kind === 'mail' ? shownAddress : <span translate="no">{shownAddress}</span>}
        {kind === 'webhook' && (hasSecret ? ' · signed' : ' · not signed')} ·{' '}
        {receiver.lastDeliveredAt === null ? (
          'nothing delivered yet'
        ) : (
          <>
            last delivery <Age at={receiver.lastDeliveredAt} />
          </>
        )}
      </p>
      {problem !== null && waiting > 0 && (
        <Banner tone="warning" title="The last try failed">
          {problem.cause} Next try <Until at={problem.nextAt} />, or after a “Test” that succeeds.
        </Banner>
      )}
      {givenUp > 0 && (
        <Banner
          tone="danger"
          title={`${counted(givenUp, 'message')} could not be delivered within a day`}
          action={
            <Button
              aria-label={`Send all again to ${name}`}
              isPending={again.isPending}
              onPress={() => again.mutate({ receiver: { id, name } })}
            >
              Send all again
            </Button>
          }
        >
          {problem?.cause ?? 'The list below says why.'}
        </Banner>
      )}
      {test.data !== undefined && !test.isPending && (
        <Banner
          tone={test.data.delivered ? 'success' : 'danger'}
          title={
            test.data.delivered ? 'The test message was delivered' : 'The test message was not delivered'
          }
        >
          {test.data.detail} ({inDigits(test.data.tookMs)} ms)
        </Banner>
      )}
      {test.error !== null && !isSignedOut(test.error) && (
        <Banner tone="danger" title="The test did not run">
          {problemOf(test.error).detail}
        </Banner>
      )}
      <ul aria-label={`What ${name} is told`} className="flex flex-wrap gap-1">
        {notices.map((one) => (
          <li key={one}>
            <Badge>{noticeWords[one].title}</Badge>
          </li>
        ))}
      </ul>
      <Confirm
        title={`Remove ${name}?`}
        isOpen={isRemoving}
        isDanger
        yes="Remove"
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      >
        It is told nothing more
        {waiting > 0 &&
          `, and ${counted(waiting, 'message')} waiting for it ${plural(waiting, 'is', 'are')} dropped`}
        .
      </Confirm>
    </article>
  );
}
