'use client';

import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlays/modal';
import { TextField } from '@/components/ui/fields/text-field';
import { useOpenState } from '@/components/ui/overlays/use-open-state';
import type { ImportCell, ImportCounts } from '@/lib/contract/access-file';
import { longestReason } from '@/lib/contract/limits';
import { namesNothing } from '@/lib/domain/access/file/file-comparison';
import { isAskedAbout, isCount } from '@/lib/domain/changes/typed-count';
import { counted } from '@/lib/domain/counted';

interface ImportApplyProps {
  /** The ticked ones. */
  cells: readonly ImportCell[];
  counts: ImportCounts;
  reason: string;
  onReason: (reason: string) => void;
  /** The change set is being asked for. */
  isPending: boolean;
  /** Asks for it. @param onSettled hears when it was made or not. */
  onApply: (onSettled: () => void) => void;
}

/** The reason and the button that makes a change set of what is ticked; many are asked about first. */
export function ImportApply({ cells, counts, reason, onReason, isPending, onApply }: ImportApplyProps) {
  const [isAsking, setAsking] = useState(false);
  const apply = () => onApply(() => setAsking(false));
  const mustAsk = isAskedAbout(cells.length) || namesNothing(counts);
  const left = counts.give + counts.remove + counts.unnamed + counts.changed - cells.length;
  return (
    <section
      aria-label="Apply"
      data-print="hide"
      className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4"
    >
      <TextField
        label="Reason (optional)"
        value={reason}
        onChange={onReason}
        maxLength={longestReason}
        placeholder="Why this is changed, for whoever reads the log"
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          isDisabled={cells.length === 0}
          isPending={isPending}
          onPress={() => (mustAsk ? setAsking(true) : apply())}
        >
          Change {counted(cells.length, 'assignment')}
          {mustAsk && '…'}
        </Button>
        <span className="tabular text-sm text-text-muted">
          {left > 0 && `${counted(left, 'assignment')} left out. `}
          {counts.problems > 0 && 'Rows with problems are left out.'}
        </span>
      </div>
      <ImportQuestion
        isOpen={isAsking}
        cells={cells}
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
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks whether so many changes are meant: the number has to be typed. */
function ImportQuestion({ isOpen, cells, isPending, onConfirm, onClose }: ImportQuestionProps) {
  const [typed, setTyped] = useOpenState(isOpen, '');
  const given = cells.filter(({ accessible }) => accessible).length;
  const isRight = isCount(typed, cells.length);
  // What is on its way is waited for: who looked elsewhere could ask for it twice.
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
            Change {cells.length.toLocaleString()}
          </Button>
        </>
      }
    >
      <form id="import-question" onSubmit={confirm} className="flex flex-col gap-3">
        <p>
          {counted(given, 'assignment')} will be given access and {(cells.length - given).toLocaleString()}{' '}
          will lose it. Each is compared with its value in the service once more before it is changed; you can
          pause, cancel and undo.
        </p>
        <TextField
          label={`Type ${String(cells.length)} to continue`}
          value={typed}
          onChange={setTyped}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus=""
        />
      </form>
    </Dialog>
  );
}
