'use client';

import { Undo2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import type { AccessChanges } from '@/lib/client/access-changes';
import type { UndoStep } from '@/lib/client/undo-steps';
import { cellInWords } from '@/lib/domain/access/access-words';
import { combinationsInWords } from '@/lib/domain/changes/change-words';

interface LastStepProps {
  changes: AccessChanges;
  /** Collecting, nothing is switched back at once; a set can be undone on its own page. */
  isCollecting: boolean;
  onUndo: () => void;
}

/** What the person did last on this page, and a way to take it back; nothing while there is nothing. */
export function LastStep({ changes, isCollecting, onUndo }: LastStepProps) {
  const { steps } = changes;
  const step = useSyncExternalStore(
    steps.subscribe,
    () => steps.last,
    () => null,
  );
  const isUnderWay = useSyncExternalStore(
    (listener) => changes.subscribe({ cells: listener, news: listener }),
    () => changes.inFlight > 0,
    () => false,
  );
  if (step === null || (isCollecting && step.kind === 'switch')) return null;
  return (
    <div role="group" aria-label="What you did last" className="flex min-w-0 items-center gap-1">
      <span className="tabular min-w-0 truncate text-text-muted">{doneInWords(step)}</span>
      <Button
        size="sm"
        variant="ghost"
        aria-keyshortcuts="z"
        isDisabled={isUnderWay}
        keepsFocus
        onPress={onUndo}
      >
        <Undo2 aria-hidden="true" className="size-4" />
        {step.kind === 'switch' ? 'Undo' : 'Undo it…'}
      </Button>
    </div>
  );
}

/** "Given: Customer 40000, entity 100", "Change set of 38 combinations" */
function doneInWords(step: UndoStep): string {
  if (step.kind === 'set') return `Change set of ${combinationsInWords(step.cells)}`;
  return `${step.value ? 'Given' : 'Removed'}: ${cellInWords(step.cell)}`;
}
