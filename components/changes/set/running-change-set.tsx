'use client';

import { OutcomeBar } from '@/components/changes/outcome/outcome-counts';
import { standingOf } from '@/components/changes/outcome/state-badge';
import { percentInWords, progressInWords } from '@/components/changes/progress-words';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/feedback/status';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { useLastChangeSet } from '@/lib/client/matrix/use-last-change-set';
import { useMatrixStore } from '@/lib/client/matrix/use-matrix-store';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { counted } from '@/lib/domain/counted';
import { possibleActions, useSetActions } from './use-set-actions';

/** In the bar of the matrix: progress of the set that was applied there last, or of its undo, with its buttons. */
export function RunningChangeSet() {
  const { running } = useLastChangeSet(useMatrixStore());
  return running && <Running key={running.id} set={running} />;
}

const nothing = () => undefined;

function Running({ set }: { set: ChangeSet }) {
  const { own } = useMatrixStore();
  const { mutate, isPending } = useSetActions(set.id, nothing);
  const possible = possibleActions(set);
  const hold = possible.has('resume') ? 'resume' : possible.has('pause') ? 'pause' : null;
  const { word } = standingOf(set);
  const words = `${word}: ${counted(set.counts.total, 'change')}, ${progressInWords(set)}`;
  return (
    <div role="group" aria-label="What is being applied" className="flex min-w-0 items-center gap-1">
      <Status className="sr-only">{word}</Status>
      {/* Buttons come first and have one width: none moves to where another was pressed. */}
      {possible.has('cancel') && (
        <Button
          ref={rescueFocus}
          size="sm"
          variant="ghost"
          className="min-w-18"
          onPress={() => own.ask(set.id, 'cancel')}
        >
          Cancel…
        </Button>
      )}
      {hold !== null && (
        <Button
          ref={rescueFocus}
          size="sm"
          variant="ghost"
          className="min-w-20"
          isPending={isPending}
          onPress={() => mutate({ kind: hold })}
        >
          {hold === 'pause' ? 'Pause' : 'Resume'}
        </Button>
      )}
      <div className="w-12 shrink-0">
        <OutcomeBar counts={set.counts} label="Progress of the change set" className="h-1" />
      </div>
      <span title={words} className="tabular mx-1 min-w-0 truncate @max-[84rem]:hidden">
        {words}
      </span>
      <span className="tabular @min-[84rem]:hidden">{percentInWords(set)}</span>
    </div>
  );
}
