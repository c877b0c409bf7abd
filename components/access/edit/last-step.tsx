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
  /** Does what Z does. */
  onTakeBack: () => void;
}

/**
 * The newest change of this tab, and a button that takes it back; of a set that runs, how far it is. Else a button as the
 * key: the person's last change may be of another tab, or of before a reload.
 */
export function LastStep({ isStaging, ...props }: LastStepProps) {
  const { store, onUndo } = props;
  const change = useStored(store, ({ own }) => own.last);
  if (change?.kind === 'set') return <LastSet {...props} change={change} />;
  if (change === null || isStaging) return <TakeBackButton {...props} />;
  return (
    <UndoButton {...{ store }} words={switchInWords(change, store.names)} onUndo={() => onUndo(change)} />
  );
}

interface LastSetProps extends Omit<LastStepProps, 'isStaging'> {
  change: Extract<OwnChange, { kind: 'set' }>;
}

function LastSet({ change, ...props }: LastSetProps) {
  const { store, runningChangeSet, onUndo } = props;
  const { set, running, isError } = useLastChangeSet(store);
  const left = set === undefined ? null : set.counts.applied - set.undone;
  const isSpent = running === undefined && left !== null && left <= 0;
  useEffect(() => {
    if (isSpent) store.own.drop(change.changeSetId); // the change before it is the last one now
  }, [store, isSpent, change]);
  if (running !== undefined) return runningChangeSet;
  if (isSpent) return <TakeBackButton {...props} />;
  if (set === undefined && !isError) return `Applying ${counted(change.cells, 'change')}…`;
  const words = `change set of ${counted(left ?? change.cells, 'assignment')}…`;
  return <UndoButton {...{ store, words }} onUndo={() => onUndo(change)} />;
}

function TakeBackButton({ store, onTakeBack }: Pick<LastStepProps, 'store' | 'onTakeBack'>) {
  const hasSteps = useStored(store, ({ staged }) => staged.hasSteps);
  const words = hasSteps ? 'last staged step' : 'last change…';
  return <UndoButton {...{ store, words }} isAsKey onUndo={onTakeBack} />;
}

interface UndoButtonProps {
  store: MatrixStore;
  /** What is undone. */
  words: string;
  /** Whether it does what the key does also where steps are staged, which the key takes back first. */
  isAsKey?: boolean;
  onUndo: () => void;
}

function UndoButton({ store, words: what, isAsKey = false, onUndo }: UndoButtonProps) {
  const isUnderWay = useStored(store, ({ cells }) => cells.inFlight > 0);
  const isByKeys = useStored(store, ({ staged }) => isAsKey || !staged.hasSteps);
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
          {what.endsWith('…') && <span className="@min-[84rem]:hidden">…</span>}
        </span>
        {isByKeys && <kbd aria-hidden="true">Z</kbd>}
      </Button>
    </div>
  );
}
