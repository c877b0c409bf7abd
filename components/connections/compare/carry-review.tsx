'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { use, useCallback, useMemo, useState } from 'react';
import type { KnownState } from '@/components/review/block-model';
import { ChangeBlock, type ShownRecord } from '@/components/review/change-block';
import { ReasonField, useReasonRule } from '@/components/review/reason-field';
import { ClosedRecords, safetyWords, TypedCount } from '@/components/review/review-parts';
import { KindMark } from '@/components/shell/connection-kind';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/feedback/status';
import { notify } from '@/components/ui/feedback/toast-store';
import { Sheet } from '@/components/ui/overlays/modal';
import { notMadeInWords } from '@/lib/client/changes/change-actions';
import { useCreateChanges } from '@/lib/client/changes/use-create-changes';
import { FirstConnection } from '@/lib/client/connection';
import { changeOf } from '@/lib/client/matrix/staged-changes';
import { changeSetAddress } from '@/lib/client/paths';
import type { Proposal, WantedChange } from '@/lib/domain/access/change/change-proposal';
import { actInWords, countProposal, proposalInWords } from '@/lib/domain/access/change/proposal-counts';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { isAskedAbout, isCount } from '@/lib/domain/changes/typed-count';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import type { ComparedEnds } from './compare-words';

interface CarryReviewProps {
  ends: ComparedEnds;
  /** Of the connection that changes. */
  matrix: AccessMatrix;
  proposal: Proposal;
  onClose: () => void;
}

/** Says what will change in the other connection, lets cells be unticked, takes a reason, and makes the change set there. */
export function CarryReview({ ends, matrix, proposal, onClose }: CarryReviewProps) {
  const { from, to } = ends;
  const { changes } = proposal;
  const router = useRouter();
  const first = use(FirstConnection);
  const create = useCreateChanges(to.key);
  const [unticked, setUnticked] = useState<ReadonlySet<WantedChange>>(new Set());
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<ShownRecord | null>(null);
  const reasonRule = useReasonRule(reason);
  const isOn = useCallback((change: WantedChange) => !unticked.has(change), [unticked]);
  const onTick = useCallback(
    (some: readonly WantedChange[], isTicked: boolean) =>
      setUnticked((before) => {
        const next = new Set(before);
        for (const change of some)
          if (isTicked) next.delete(change);
          else next.add(change);
        return next;
      }),
    [],
  );
  const ticked = useMemo(() => changes.filter((change) => !unticked.has(change)), [changes, unticked]);
  const given = ticked.filter(({ wanted }) => wanted).length;
  const counts = useMemo(() => {
    const cells = ticked.map(({ cell, wanted }) => ({
      record: matrix.recordIndex(cell.recordType, cell.recordId),
      entity: matrix.entityIndex(cell.entityId),
      wanted,
    }));
    return countProposal((record) => matrix.countsOfRecord(record).granted, cells, proposal);
  }, [matrix, ticked, proposal]);
  const stateOf = useCallback<KnownState>(
    (recordType, recordId, entityId) =>
      matrix.state(matrix.recordIndex(recordType, recordId), matrix.entityIndex(entityId)),
    [matrix],
  );
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const why = reason.trim();
      return create({ cells: ticked.map(changeOf), ...(why !== '' && { reason: why }) });
    },
    onSuccess: (id) => {
      notify.success('The change set was made', { description: 'This page shows how far it is.' });
      router.push(changeSetAddress(to.key === first ? undefined : to.key, id));
    },
    onError: (error) => {
      const words = notMadeInWords(error);
      if (words !== null) notify.problem(words.title, words.detail);
    },
  });
  const isTypedRight = !isAskedAbout(ticked.length) || isCount(typed, ticked.length);
  // Not while the request runs: the person could open the review again and send the same twice.
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Sheet
      isOpen
      onClose={close}
      title={`Review ${counted(changes.length, 'assignment')} of ${to.label}`}
      className="max-w-[min(80rem,100vw)]!"
      footer={
        <div className="flex w-full min-w-0 flex-col gap-2">
          <Status className="tabular text-sm">
            {proposalInWords(counts).map((sentence, at) => (
              <p key={sentence} className={at === 0 ? 'text-base font-semibold' : 'text-text-muted'}>
                {sentence}
              </p>
            ))}
          </Status>
          <div className="flex flex-wrap items-end justify-end gap-2">
            <div className="flex min-w-0 flex-[1_1_16rem] flex-wrap gap-2 max-sm:basis-full *:min-w-0 *:flex-[1_1_11rem]">
              <ReasonField value={reason} onChange={setReason} isRequired={reasonRule.isRequired} />
              {isAskedAbout(ticked.length) && (
                <TypedCount count={ticked.length} value={typed} onChange={setTyped} />
              )}
            </div>
            <Button onPress={close}>Back</Button>
            <Button
              variant="primary"
              isDisabled={ticked.length === 0 || !isTypedRight || reasonRule.isMissing}
              isPending={isPending}
              onPress={() => mutate()}
            >
              {`${actInWords(given, ticked.length - given)} in ${to.label}`}
            </Button>
          </div>
        </div>
      }
    >
      <div className="flex h-full flex-col gap-2">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <KindMark kind={to.kind} /> {to.label} changes; {from.label} stays as it is.
        </p>
        <ClosedRecords {...{ matrix }} closed={counts.closed} connection={to.key} onShow={setShown} />
        {proposal.isCut && (
          <Banner tone="warning">
            One change set takes {inDigits(changes.length)} assignments at most: these are the first ones.
            Compare again afterwards for the rest.
          </Banner>
        )}
        <ChangeBlock
          {...{ changes, isOn, onTick, stateOf, shown }}
          entityIds={matrix.entityIds}
          connection={to.key}
          onShown={() => setShown(null)}
        />
        <p className="text-xs text-text-muted short:hidden">{safetyWords}</p>
      </div>
    </Sheet>
  );
}
