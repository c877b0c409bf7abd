'use client';

import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { KnownState } from '@/components/review/block-model';
import { ChangeBlock, type ShownRecord } from '@/components/review/change-block';
import { ReviewFooter } from '@/components/review/review-footer';
import { ClosedRecords, safetyWords } from '@/components/review/review-parts';
import { useTicks } from '@/components/review/use-ticks';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { Sheet } from '@/components/ui/overlays/modal';
import { notify } from '@/components/ui/feedback/toast-store';
import { notMadeInWords } from '@/lib/client/changes/change-actions';
import { useStored } from '@/lib/client/matrix/use-matrix-store';
import { useCreateChanges } from '@/lib/client/changes/use-create-changes';
import type { CreateChanges } from '@/lib/contract/changes/changes';
import {
  stillToMake,
  type ProposedCell,
  type WantedChange,
} from '@/lib/domain/access/change/change-proposal';
import { countProposal } from '@/lib/domain/access/change/proposal-counts';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { changeOf } from '@/lib/client/matrix/staged-changes';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { leftOutInWords } from '@/components/access/matrix/selected';
import type { SelectedProposal } from './selection-acts';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

interface ReviewSheetProps {
  connection: string;
  matrix: AccessMatrix;
  store: MatrixStore;
  /** Null: nothing is reviewed. */
  proposal: SelectedProposal | null;
  /** The person leaves it without a change. */
  onClose: () => void;
  /** A change set of that many assignments was made. */
  onApplied: (count: number) => void;
}

/** Says in words and numbers what will happen, lets cells be unticked, takes a reason, and makes the change set. */
export function ReviewSheet({ proposal, onClose, connection, ...parts }: ReviewSheetProps) {
  const create = useCreateChanges(connection);
  const [{ shown, turn, wasOpen }, setShown] = useState({ shown: proposal, turn: 0, wasOpen: false });
  const isOpen = proposal !== null;
  if (isOpen !== wasOpen || (isOpen && proposal !== shown))
    setShown({ shown: proposal ?? shown, turn: isOpen && !wasOpen ? turn + 1 : turn, wasOpen: isOpen });
  // Its content stays while it closes; it opens with nothing typed and all ticked.
  return shown === null ? null : (
    <Review key={turn} {...parts} proposal={shown} create={create} isOpen={isOpen} onClose={onClose} />
  );
}

function Review({
  matrix,
  store,
  proposal,
  isOpen,
  onClose,
  onApplied,
  create,
}: Omit<ReviewSheetProps, 'connection'> & {
  proposal: SelectedProposal;
  isOpen: boolean;
  create: (body: CreateChanges) => Promise<string>;
}) {
  const { changes, leftOut } = proposal;
  const { isOn, onTick, ticked, given } = useTicks(changes);
  const [shown, setShown] = useState<ShownRecord | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (reason: string) => {
      const body = { cells: ticked.map(changeOf), ...(reason !== '' && { reason }) };
      return store.apply(ticked, () => create(body));
    },
    onSuccess: () => onApplied(ticked.length),
    onError: (error) => {
      const words = notMadeInWords(error);
      if (words !== null) notify.problem(words.title, words.detail);
    },
  });
  // Not while the request runs: the counts would include what the set itself has done.
  const isCurrent = isOpen && !isPending;
  const revision = useStored(store, ({ cells }) => (isCurrent ? cells.matrix.revision : 0));
  const places = useMemo(() => ticked.map((change) => placeOf(matrix, change)), [matrix, ticked]);
  const counts = useMemo(() => {
    const { changes, already, absent } = stillToMake(places, ({ record, entity }) =>
      record < 0 || entity < 0 ? 'none' : store.cells.stateAt(record, entity),
    );
    return countProposal((record) => matrix.countsOfRecord(record).granted, changes, {
      already: proposal.already + already,
      absent: proposal.absent + absent,
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `revision` stands for the values that the matrix has
  }, [matrix, store, revision, places, proposal]);
  const stateOf = useCallback<KnownState>(
    (recordType, recordId, entityId) => store.cells.stateOf({ recordType, recordId, entityId }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- another function for other values: what is drawn is drawn anew
    [store, matrix, revision],
  );
  const entities = useMemo(() => new Set(changes.map(({ cell }) => cell.entityId)).size, [changes]);
  // Not while the request runs: the person could open the review again and send the same twice.
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Sheet
      isOpen={isOpen}
      onClose={close}
      title={`Review ${counted(changes.length, 'assignment')}`}
      className={
        entities > mostMedium
          ? 'max-w-[min(80rem,100vw)]!'
          : entities > mostNarrow
            ? 'max-w-[min(52rem,100vw)]!'
            : 'max-w-[min(34rem,100vw)]!'
      }
      footer={
        <ReviewFooter
          {...{ counts, given, isPending }}
          ticked={ticked.length}
          hasChanges={changes.length > 0}
          onBack={close}
          onApply={mutate}
        />
      }
    >
      <div className="flex h-full flex-col gap-2">
        <ClosedRecords matrix={matrix} closed={counts.closed} onShow={setShown} />
        {leftOut && (
          <Banner
            tone="info"
            action={
              <Button ref={rescueFocus} size="sm" isDisabled={isPending} onPress={leftOut.onInclude}>
                Include
              </Button>
            }
          >
            {leftOutInWords(leftOut.entities)}
          </Banner>
        )}
        {proposal.isCut && (
          <Banner tone="warning">
            One change set takes {inDigits(changes.length)} assignments at most: these are the first ones.
            Review the rest afterwards.
          </Banner>
        )}
        {changes.length > 0 && (
          <>
            <ChangeBlock
              {...{ changes, isOn, onTick, stateOf, shown }}
              entityIds={matrix.entityIds}
              onShown={() => setShown(null)}
            />
            <p className="text-xs text-text-muted short:hidden">{safetyWords}</p>
          </>
        )}
      </div>
    </Sheet>
  );
}

/** More entities than these are drawn in a wider sheet, for their columns fill it. */
const [mostNarrow, mostMedium] = [1, 4];

function placeOf(matrix: AccessMatrix, { cell, wanted }: WantedChange): ProposedCell {
  return {
    record: matrix.recordIndex(cell.recordType, cell.recordId),
    entity: matrix.entityIndex(cell.entityId),
    wanted,
  };
}
