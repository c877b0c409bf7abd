'use client';

import { useQuery } from '@tanstack/react-query';
import { OutcomeBar } from '@/components/changes/outcome/outcome-counts';
import { runningInWords } from '@/components/changes/progress-words';
import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { askedWhile } from '@/lib/client/api';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';
import { counted } from '@/lib/domain/counted';
import { possibleActions, questionToUndo, useSetActions } from './use-set-actions';

const nothing = () => undefined;

/** In the bar of the matrix: how far a set is that was applied there and has not ended, and what holds or ends it. */
export function RunningStep() {
  const store = useMatrixStore();
  const step = useStored(store, ({ undo }) => undo.last);
  const id = step?.kind === 'set' ? step.changeSetId : '';
  const { data: set } = useQuery({ ...changeSetQuery(id, true), ...askedWhile(id !== '') });
  const { mutate, isPending } = useSetActions(id, nothing);
  if (set === undefined) return null;
  const possible = possibleActions(set);
  const question = questionToUndo(set);
  const hold = possible.has('resume') ? 'resume' : possible.has('pause') ? 'pause' : null;
  const words = `Applying ${counted(set.counts.total, 'change')}: ${runningInWords(set)}`;
  return (
    <div role="group" aria-label="What is being applied" className="flex min-w-0 items-center gap-1">
      <OutcomeBar counts={set.counts} label={words} className="h-1 w-12 shrink-0" />
      <span data-room="some" title={words} className="tabular mx-1 min-w-0 truncate max-sm:sr-only">
        {words}
      </span>
      {hold !== null && (
        <Button
          ref={rescueFocus}
          size="sm"
          variant="ghost"
          isPending={isPending}
          onPress={() => mutate({ kind: hold })}
        >
          {hold === 'pause' ? 'Pause' : 'Resume'}
        </Button>
      )}
      {question !== null && (
        <Button ref={rescueFocus} size="sm" variant="ghost" onPress={() => store.undo.ask(id)}>
          {question === 'undo' ? 'Undo…' : 'Cancel…'}
        </Button>
      )}
    </div>
  );
}
