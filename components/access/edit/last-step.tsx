'use client';

import { Undo2 } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { useLastChangeSet } from '@/lib/client/matrix/use-last-change-set';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { OwnChange } from '@/lib/client/matrix/own-changes';
import { useStored } from '@/lib/client/matrix/use-matrix-store';
import { counted } from '@/lib/domain/counted';
import { switchInWords } from './take-back';

interface LastStepProps {
  store: MatrixStore;
  change: OwnChange;
  /** How far a set is that has not ended, and what holds or ends it. */
  runningChangeSet: ReactNode;
  onUndo: () => void;
}

/** The newest change of this tab, and a button that takes it back; of a set that runs, how far it is. */
export function LastStep({ runningChangeSet, ...props }: LastStepProps) {
  const { store, change } = props;
  const { set, running, isError } = useLastChangeSet(store);
  const left = set === undefined ? null : set.counts.applied - set.undone;
  const isSpent = change.kind === 'set' && running === undefined && left !== null && left <= 0;
  useEffect(() => {
    if (isSpent) store.own.drop(change.changeSetId); // the change before it is the last one now
  }, [store, isSpent, change]);
  if (change.kind === 'switch') return <UndoButton {...props} words={switchInWords(change)} />;
  if (running !== undefined) return runningChangeSet;
  if (isSpent) return null;
  if (set === undefined && !isError) return `Applying ${counted(change.cells, 'change')}…`;
  return <UndoButton {...props} words={`change set of ${counted(left ?? change.cells, 'assignment')}…`} />;
}

interface UndoButtonProps extends Pick<LastStepProps, 'store' | 'onUndo'> {
  /** What is undone. */
  words: string;
}

function UndoButton({ store, words: what, onUndo }: UndoButtonProps) {
  const isUnderWay = useStored(store, ({ cells }) => cells.inFlight > 0);
  const isByKeys = useStored(store, ({ staged }) => !staged.hasSteps);
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
