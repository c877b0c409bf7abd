'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { use, useCallback, useMemo, useState } from 'react';
import type { KnownState } from '@/components/review/block-model';
import { ChangeBlock, type ShownRecord } from '@/components/review/change-block';
import { ReviewFooter } from '@/components/review/review-footer';
import { ClosedRecords, safetyWords } from '@/components/review/review-parts';
import { useTicks } from '@/components/review/use-ticks';
import { KindMark } from '@/components/shell/connection-kind';
import { Banner } from '@/components/ui/feedback/banner';
import { notify } from '@/components/ui/feedback/toast-store';
import { Sheet } from '@/components/ui/overlays/modal';
import { notMadeInWords } from '@/lib/client/changes/change-actions';
import { useCreateChanges } from '@/lib/client/changes/use-create-changes';
import { FirstConnection } from '@/lib/client/connection';
import { changeOf } from '@/lib/client/matrix/staged-changes';
import { changeSetAddress } from '@/lib/client/paths';
import type { Proposal } from '@/lib/domain/access/change/change-proposal';
import { countProposal } from '@/lib/domain/access/change/proposal-counts';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
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
  const { isOn, onTick, ticked, given } = useTicks(changes);
  const [shown, setShown] = useState<ShownRecord | null>(null);
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
    mutationFn: (reason: string) => create({ cells: ticked.map(changeOf), ...(reason !== '' && { reason }) }),
    onSuccess: (id) => {
      notify.success('The change set was made', { description: 'This page shows how far it is.' });
      router.push(changeSetAddress(to.key === first ? undefined : to.key, id));
    },
    onError: (error) => {
      const words = notMadeInWords(error);
      if (words !== null) notify.problem(words.title, words.detail);
    },
  });
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
        <ReviewFooter
          {...{ counts, given, isPending }}
          ticked={ticked.length}
          hasChanges
          where={` in ${to.label}`}
          suggestedReason={`Carried over from ${from.label}. `}
          onBack={close}
          onApply={mutate}
        />
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
