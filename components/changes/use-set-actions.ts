'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { notify } from '@/components/ui/toast';
import { ApiError, isSignedOut, mayHaveArrived } from '@/lib/client/api';
import { changeSetQuery, controlChanges, retryChanges, undoChanges } from '@/lib/client/changes';
import type { ChangeSet } from '@/lib/contract/changes';
import { useChangeLinks } from './change-links';
import { problemOf } from './read-problem';

export type RetriedOutcome = 'rejected' | 'conflict' | 'cancelled';

/** What somebody wants of a set, with what belongs to it. */
export type SetWish =
  | { kind: 'pause' | 'resume' | 'cancel' }
  | { kind: 'undo'; reason: string }
  | { kind: 'retry'; outcomes: readonly RetriedOutcome[] };

/**
 * Does what somebody wants of a set, and says what came of it; after an undo the page of the new set is shown.
 * @param onAnswered called when the console has answered, whatever it said.
 */
export function useSetActions(id: string, onAnswered: () => void) {
  const client = useQueryClient();
  const router = useRouter();
  const links = useChangeLinks();
  // Asked for again after an answer that got lost, the same undo is meant.
  const [undoKey, setUndoKey] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: async (wish: SetWish): Promise<ChangeSet | string | null> => {
      if (wish.kind === 'undo') return undoChanges(id, wish.reason, undoKey);
      if (wish.kind !== 'retry') return controlChanges(id, wish.kind);
      await retryChanges(id, wish.outcomes);
      return null;
    },
    onSuccess: (made) => {
      if (typeof made === 'string') {
        setUndoKey(crypto.randomUUID());
        notify.success('The undo has begun', { description: 'This page shows how far it is.' });
        router.push(links.set(made));
      } else if (made !== null) client.setQueryData(changeSetQuery(id, false).queryKey, made);
    },
    onError: (error) => tellFailure(error),
    onSettled: async () => {
      onAnswered();
      await client.invalidateQueries({ queryKey: ['changes'] });
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
        : 'The console’s answer did not arrive. This page shows how the set stands; what is asked for again is done once at most.',
    );
  else notify.problem('It was not done', problemOf(error).detail);
}
