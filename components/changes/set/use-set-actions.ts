'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useChangeLinks } from '@/components/changes/change-links';
import { notify } from '@/components/ui/feedback/toast-store';
import { ApiError, isSignedOut, mayHaveArrived, problemOf } from '@/lib/client/api';
import { askAgain } from '@/lib/client/asked-again';
import { controlChanges, retryChanges, undoChanges } from '@/lib/client/changes/change-actions';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { RepeatableRequest } from '@/lib/client/repeatable-request';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { whyNotAllowed, type SetAction, type SetStanding } from '@/lib/domain/changes/set-actions';

export type RetriedOutcome = 'rejected' | 'conflict' | 'cancelled';

export type SetRequest =
  | { kind: 'pause' | 'resume' | 'cancel' }
  | { kind: 'undo'; reason: string }
  | { kind: 'retry'; outcomes: readonly RetriedOutcome[]; reason: string };

/**
 * Sends an action on a set and says how it ended.
 * @param onAnswered called after every answer of the console.
 * @param onUndo called with the id of the undo set; without it the page of that set opens.
 */
export function useSetActions(id: string, onAnswered: () => void, onUndo?: (id: string) => void) {
  const client = useQueryClient();
  const router = useRouter();
  const links = useChangeLinks();
  const [undo] = useState(() => new RepeatableRequest());
  return useMutation({
    mutationFn: async (request: SetRequest): Promise<ChangeSet | string | null> => {
      if (request.kind === 'undo')
        return undo.send([id, request.reason], (key) => undoChanges(id, request.reason, key));
      if (request.kind !== 'retry') return controlChanges(id, request.kind);
      await retryChanges(id, request.outcomes, request.reason);
      return null;
    },
    onSuccess: (made) => {
      if (typeof made === 'string') {
        if (onUndo) onUndo(made);
        else router.push(links.set(made));
      } else if (made !== null) client.setQueryData(changeSetQuery(id, false).queryKey, made);
    },
    onError: (error) => tellFailure(error),
    onSettled: async () => {
      onAnswered();
      await askAgain(client, ['changes']);
    },
  });
}

function tellFailure(error: Error): void {
  if (isSignedOut(error)) return;
  if (mayHaveArrived(error))
    notify.problem(
      'It is not known whether it was done',
      error instanceof ApiError && error.problem.mayBeDone
        ? error.problem.detail
        : 'The console’s answer did not arrive. The set’s page shows its state; a repeated action is done once at most.',
    );
  else notify.problem('It was not done', problemOf(error).detail);
}

/** Actions that are allowed now and have something to do. */
export function possibleActions(set: ChangeSet): ReadonlySet<SetAction> {
  const { counts, undone } = set;
  const standing = standingOf(set);
  const hasWork: Record<SetAction, boolean> = {
    pause: true,
    resume: true,
    cancel: true,
    retry: counts.rejected + counts.conflict + counts.cancelled > 0,
    undo: counts.applied > undone && !isBeingUndone(set),
  };
  const actions = Object.keys(hasWork) as SetAction[]; // keys of a literal
  return new Set(actions.filter((action) => hasWork[action] && whyNotAllowed(action, standing) === null));
}

/** What a person who wants an undo is asked: of a running set, whether to cancel it; null: nothing. */
export function questionToUndo(set: ChangeSet): 'undo' | 'cancel' | null {
  const possible = possibleActions(set);
  return possible.has('undo') ? 'undo' : possible.has('cancel') ? 'cancel' : null;
}

/** Why a set can be neither undone nor cancelled now; null: it can. */
export function whyNoUndo(set: ChangeSet): string | null {
  return questionToUndo(set) === null ? whyNotNow('undo', set) : null;
}

export function whyNotNow(wanted: SetAction, set: ChangeSet): string {
  const why = whyNotAllowed(wanted, standingOf(set));
  if (why !== null) return why;
  if (wanted === 'retry') return 'Nothing is left to try again.';
  if (isBeingUndone(set)) return 'Its undo has not ended yet.';
  return set.undone > 0
    ? 'It is undone already. Its undo can be undone too.'
    : 'It changed no assignment, so there is nothing to undo.';
}

function isBeingUndone({ undoState }: ChangeSet): boolean {
  return undoState !== null && !hasEnded({ state: undoState });
}

function standingOf({ state, asked, withdrawn }: ChangeSet): SetStanding {
  return { state, control: asked ?? 'run', withdrawn };
}
