'use client';

import { Undo2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import type { UndoStep, UndoSteps } from '@/lib/client/undo-steps';
import { cellInWords } from '@/lib/domain/access/access-words';
import { combinationsInWords } from '@/lib/domain/changes/change-words';

interface LastStepProps {
  steps: UndoSteps;
  /** Collecting, nothing is switched back at once; a set can be undone on its own page. */
  isCollecting: boolean;
  onUndo: () => void;
}

/** What the person did last on this page, and a way to take it back; nothing while there is nothing. */
export function LastStep({ steps, isCollecting, onUndo }: LastStepProps) {
  const step = useSyncExternalStore(
    steps.subscribe,
    () => steps.last,
    () => null,
  );
  const isUnderWay = useSyncExternalStore(
    steps.subscribe,
    () => steps.isHeld,
    () => false,
  );
  if (step === null || (isCollecting && step.kind === 'switch')) return null;
  return (
    <div role="group" aria-label="What you did last" className="flex min-w-0">
      <Button
        size="sm"
        variant="ghost"
        aria-keyshortcuts={isCollecting ? undefined : 'z'}
        isDisabled={isUnderWay}
        keepsFocus
        onPress={onUndo}
        className="max-w-full min-w-0 shrink!"
      >
        <Undo2 aria-hidden="true" className="size-4 shrink-0" />
        <span className="tabular min-w-0 truncate">Undo {stepInWords(step)}</span>
      </Button>
    </div>
  );
}

/** "giving Customer 40000, entity 100", "change set of 38 combinations…" */
function stepInWords(step: UndoStep): string {
  if (step.kind === 'set') return `change set of ${combinationsInWords(step.cells)}…`;
  return `${step.value ? 'giving' : 'removing'} ${cellInWords(step.cell)}`;
}
