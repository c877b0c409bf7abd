'use client';

import { Undo2 } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { useLastChangeSet } from '@/lib/client/matrix/use-last-change-set';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { UndoStep } from '@/lib/client/matrix/undo-steps';
import { useStored } from '@/lib/client/matrix/use-matrix-store';
import { cellInWords } from '@/lib/domain/access/access-words';
import { takesStaged } from './take-back';
import { counted } from '@/lib/domain/counted';

interface LastStepProps {
  store: MatrixStore;
  step: UndoStep;
  /** Whether presses stage: then keys take back what was staged. */
  isStaging: boolean;
  /** How far a set is that has not ended, and what holds or ends it. */
  runningChangeSet: ReactNode;
  onUndo: () => void;
}

/** What the person did last on this page, and a way to take it back; of a set that runs, how far it is. */
export function LastStep({ runningChangeSet, ...props }: LastStepProps) {
  const { store, step } = props;
  const { set, running, isError } = useLastChangeSet(store);
  const left = set === undefined ? null : set.counts.applied - set.undone;
  const isSpent = step.kind === 'set' && running === undefined && left !== null && left <= 0;
  useEffect(() => {
    if (isSpent) store.undo.dropSet(step.changeSetId); // what was done before it is next
  }, [store, isSpent, step]);
  if (step.kind === 'switch') return <UndoStepButton {...props} words={switchInWords(step)} />;
  if (running !== undefined) return runningChangeSet;
  if (isSpent) return null;
  if (set === undefined && !isError) return `Applying ${counted(step.cells, 'change')}…`;
  return <UndoStepButton {...props} words={`change set of ${counted(left ?? step.cells, 'assignment')}…`} />;
}

interface UndoStepButtonProps extends Pick<LastStepProps, 'store' | 'isStaging' | 'onUndo'> {
  /** What is undone. */
  words: string;
}

function UndoStepButton({ store, words: what, isStaging, onUndo }: UndoStepButtonProps) {
  const isUnderWay = useStored(store, ({ cells }) => cells.inFlight > 0);
  const isByKeys = useStored(
    store,
    (held) => !takesStaged(held, isStaging) && (held.undo.next !== null || held.cells.inFlight > 0),
  );
  const words = `Undo ${what}`;
  return (
    <div role="group" aria-label="What you did last" className="flex min-w-0">
      <Button
        ref={rescueFocus}
        size="sm"
        variant="ghost"
        aria-label={words}
        title={words}
        aria-keyshortcuts={isByKeys ? 'z Control+z' : undefined}
        isDisabled={isUnderWay}
        keepsFocus
        onPress={onUndo}
        className="max-w-full min-w-0 shrink!"
      >
        <Undo2 aria-hidden="true" className="size-4 shrink-0" />
        <span className="tabular min-w-0 truncate">
          Undo<span className="@max-[84rem]:hidden"> {what}</span>
        </span>
        {isByKeys && <kbd aria-hidden="true">Z</kbd>}
      </Button>
    </div>
  );
}

/** "giving Customer 40000, entity 100" */
function switchInWords({ cell, value }: Extract<UndoStep, { kind: 'switch' }>): string {
  return `${value ? 'giving' : 'removing'} ${cellInWords(cell)}`;
}
