'use client';

import { Undo2 } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { useLastChangeSet } from '@/lib/client/matrix/use-last-change-set';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { OwnChange } from '@/lib/client/matrix/own-changes';
import { useStored } from '@/lib/client/matrix/use-matrix-store';
import { switchInWords } from '@/lib/domain/access/access-words';
import { counted } from '@/lib/domain/counted';

interface LastStepProps {
  store: MatrixStore;
  /** Whether presses are staged: then nothing is sent without a question, and a switch has no button. */
  isStaging: boolean;
  /** How far a set is that has not ended, and what holds or ends it. */
  runningChangeSet: ReactNode;
  onUndo: (change: OwnChange) => void;
}

/** The newest change of this tab, and a button that takes it back; of a set that runs, how far it is. */
export function LastStep({ isStaging, ...props }: LastStepProps) {
  const { store, onUndo } = props;
  const change = useStored(store, ({ own }) => own.last);
  if (change === null) return null;
  if (change.kind === 'set') return <LastSet {...props} change={change} />;
  if (isStaging) return null;
  return (
    <UndoButton {...{ store }} words={switchInWords(change, store.names)} onUndo={() => onUndo(change)} />
  );
}

interface LastSetProps extends Omit<LastStepProps, 'isStaging'> {
  change: Extract<OwnChange, { kind: 'set' }>;
}

function LastSet({ store, change, runningChangeSet, onUndo }: LastSetProps) {
  const { set, running, isError } = useLastChangeSet(store);
  const left = set === undefined ? null : set.counts.applied - set.undone;
  const isSpent = running === undefined && left !== null && left <= 0;
  useEffect(() => {
    if (isSpent) store.own.drop(change.changeSetId); // the change before it is the last one now
  }, [store, isSpent, change]);
  if (running !== undefined) return runningChangeSet;
  if (isSpent) return null;
  if (set === undefined && !isError) return `Applying ${counted(change.cells, 'change')}…`;
  const words = `change set of ${counted(left ?? change.cells, 'assignment')}…`;
  return <UndoButton {...{ store, words }} onUndo={() => onUndo(change)} />;
}

interface UndoButtonProps {
  store: MatrixStore;
  /** What is undone. */
  words: string;
  onUndo: () => void;
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
