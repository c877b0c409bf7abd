'use client';

import { CircleStop, Pause, Play, RotateCcw, Undo2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/feedback/toast-store';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { flag } from '@/lib/client/address/parameters';
import { useAskedOnce } from '@/lib/client/address/use-asked-once';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { inDigits } from '@/lib/domain/reader-formats';
import { SetQuestion } from './set-question';
import { possibleActions, questionToUndo, useSetActions, whyNoUndo } from './use-set-actions';

/**
 * With `undo` in the address, the page asks once whether to undo the set, or to cancel it, or says why neither is
 * possible.
 */
const askedParameters = { undo: flag };

/** Buttons of a set. Cancel, Retry and Undo ask first. */
export function SetButtons({ set }: { set: ChangeSet }) {
  const [question, setQuestion] = useState<'cancel' | 'retry' | 'undo' | null>(null);
  const { mutate, isPending, variables } = useSetActions(set.id, () => setQuestion(null));
  const possible = possibleActions(set);
  useAskedOnce(askedParameters, () => {
    setQuestion(questionToUndo(set));
    const why = whyNoUndo(set);
    if (why !== null) notify.problem('This change cannot be undone now', why);
  });
  const failed = set.counts.rejected + set.counts.conflict + set.counts.cancelled;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {possible.has('retry') && (
          <Button ref={rescueFocus} onPress={() => setQuestion('retry')}>
            <Word icon={RotateCcw}>
              {set.counts.total === 1 ? 'Try again…' : `Try ${inDigits(failed)} again…`}
            </Word>
          </Button>
        )}
        {possible.has('undo') && (
          <Button ref={rescueFocus} onPress={() => setQuestion('undo')}>
            <Word icon={Undo2}>Undo…</Word>
          </Button>
        )}
        {possible.has('cancel') && (
          <Button ref={rescueFocus} onPress={() => setQuestion('cancel')}>
            <Word icon={CircleStop}>Cancel…</Word>
          </Button>
        )}
        {/* Last and of one width: where Pause was pressed, Resume appears, never Cancel. */}
        {(['pause', 'resume'] as const).map(
          (kind) =>
            possible.has(kind) && (
              <Button
                key={kind}
                className="min-w-26"
                ref={rescueFocus}
                isPending={isPending && variables.kind === kind}
                onPress={() => mutate({ kind })}
              >
                <Word icon={kind === 'pause' ? Pause : Play}>{kind === 'pause' ? 'Pause' : 'Resume'}</Word>
              </Button>
            ),
        )}
      </div>
      <SetQuestion
        set={set}
        kind={question}
        isPending={isPending}
        onConfirm={mutate}
        onClose={() => setQuestion(null)}
      />
    </>
  );
}

function Word({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <>
      <Icon aria-hidden="true" className="size-4" />
      {children}
    </>
  );
}
