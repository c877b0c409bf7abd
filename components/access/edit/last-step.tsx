'use client';

import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { askedWhile } from '@/lib/client/api';
import { changeSetQuery } from '@/lib/client/changes/changes';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { UndoStep } from '@/lib/client/matrix/undo-steps';
import { useStored } from '@/lib/client/matrix/use-matrix-store';
import { cellInWords } from '@/lib/domain/access/access-words';
import { hasEnded } from '@/lib/domain/changes/progress';
import { takesStaged } from './take-back';
import { counted } from '@/lib/domain/counted';

interface LastStepProps {
  store: MatrixStore;
  step: UndoStep;
  /** Whether presses stage: then keys take back what was staged. */
  isStaging: boolean;
  /** How far the set is, while it runs. */
  running: ReactNode;
  onUndo: () => void;
}

/** What the person did last on this page, and a way to take it back; of a set that runs, how far it is. */
export function LastStep({ running, ...props }: LastStepProps) {
  const { step } = props;
  const id = step.kind === 'set' ? step.changeSetId : '';
  const { data: set } = useQuery({ ...changeSetQuery(id, true), ...askedWhile(id !== '') });
  const mayRun = id !== '' && (set === undefined || !hasEnded(set));
  return mayRun ? running : <UndoStepButton {...props} />;
}

function UndoStepButton({ store, step, isStaging, onUndo }: Omit<LastStepProps, 'running'>) {
  const isUnderWay = useStored(store, ({ cells }) => cells.inFlight > 0);
  const isByKeys = useStored(store, (held) => !takesStaged(held, isStaging));
  const words = `Undo ${stepInWords(step)}`;
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
        <span data-room="some" className="tabular min-w-0 truncate">
          {words}
        </span>
        {isByKeys && (
          <kbd data-room="some" aria-hidden="true">
            Z
          </kbd>
        )}
      </Button>
    </div>
  );
}

/** "giving Customer 40000, entity 100", "change set of 38 assignments…" */
function stepInWords(step: UndoStep): string {
  if (step.kind === 'set') return `change set of ${counted(step.cells, 'assignment')}…`;
  return `${step.value ? 'giving' : 'removing'} ${cellInWords(step.cell)}`;
}
