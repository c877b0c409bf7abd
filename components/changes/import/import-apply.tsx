'use client';

import { useState, type FormEvent } from 'react';
import { ReasonField, useReasonRule } from '@/components/review/reason-field';
import { safetyWords, TypedCount } from '@/components/review/review-parts';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/feedback/status';
import { keepFocusAbove } from '@/components/ui/keep-focus-above';
import { Dialog } from '@/components/ui/overlays/modal';
import { useOpenState } from '@/components/ui/overlays/use-open-state';
import type { ImportCell, ImportCounts } from '@/lib/contract/access/access-file';
import { namesNothing } from '@/lib/domain/access/file/file-comparison';
import { actInWords, sumInWords } from '@/lib/domain/access/change/proposal-counts';
import { isAskedAbout, isCount } from '@/lib/domain/changes/typed-count';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

interface ImportApplyProps {
  cells: readonly ImportCell[];
  counts: ImportCounts;
  reason: string;
  onReason: (reason: string) => void;
  isPending: boolean;
  /** @param onSettled called when the console has made the change set, or has not. */
  onApply: (onSettled: () => void) => void;
}

/** The reason, and the button that makes a change set of the ticked cells. Asks first where there are many. */
export function ImportApply({ cells, counts, reason, onReason, isPending, onApply }: ImportApplyProps) {
  const [isAsking, setAsking] = useState(false);
  const reasonRule = useReasonRule(reason);
  const apply = () => onApply(() => setAsking(false));
  const mustAsk = isAskedAbout(cells.length) || namesNothing(counts);
  const given = cells.filter(({ accessible }) => accessible).length;
  const act = actInWords(given, cells.length - given);
  const left = counts.give + counts.remove + counts.unnamed + counts.changed - cells.length;
  return (
    <section
      ref={keepFocusAbove}
      aria-label="Apply"
      data-print="hide"
      data-bottom-bar=""
      className="sticky bottom-0 z-10 -mx-4 mt-auto -mb-8 flex flex-col gap-2 border-t border-line bg-surface-raised px-4 py-3"
    >
      <Status className="tabular font-semibold">
        {cells.length === 0 ? 'Nothing is ticked.' : `${sumInWords(given, cells.length - given)}.`}
        {(left > 0 || counts.problems > 0) && (
          <span className="font-normal text-text-muted">
            {left > 0 && ` ${counted(left, 'assignment')} left out.`}
            {counts.problems > 0 && ' Rows with problems are left out.'}
          </span>
        )}
      </Status>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="max-w-xl min-w-0 flex-[1_1_14rem]">
          <ReasonField value={reason} onChange={onReason} isRequired={reasonRule.isRequired} />
        </div>
        <Button
          variant="primary"
          isDisabled={cells.length === 0 || reasonRule.isMissing}
          isPending={isPending}
          onPress={() => (mustAsk ? setAsking(true) : apply())}
        >
          {act}
          {mustAsk && '…'}
        </Button>
      </div>
      <ImportQuestion
        isOpen={isAsking}
        {...{ cells, given, act }}
        isPending={isPending}
        onConfirm={apply}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

interface ImportQuestionProps {
  isOpen: boolean;
  cells: readonly ImportCell[];
  given: number;
  act: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

function ImportQuestion({ isOpen, cells, given, act, isPending, onConfirm, onClose }: ImportQuestionProps) {
  const [typed, setTyped] = useOpenState(isOpen, '');
  const isRight = isCount(typed, cells.length);
  // Closed during the request, the dialog could be sent twice.
  const close = () => {
    if (!isPending) onClose();
  };
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !isPending) onConfirm();
  };
  return (
    <Dialog
      isOpen={isOpen}
      title="Change this many?"
      onClose={close}
      footer={
        <>
          <Button onPress={close}>Back to the preview</Button>
          <Button
            type="submit"
            form="import-question"
            variant="primary"
            isDisabled={!isRight}
            isPending={isPending}
          >
            {act}
          </Button>
        </>
      }
    >
      <form id="import-question" onSubmit={confirm} className="flex flex-col gap-3">
        <p>
          {counted(given, 'assignment')} will be given access and {inDigits(cells.length - given)} will lose
          it. {safetyWords}
        </p>
        <TypedCount count={cells.length} value={typed} onChange={setTyped} isFirst />
      </form>
    </Dialog>
  );
}
