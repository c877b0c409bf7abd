'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { notify } from '@/components/ui/toast';
import { ApiError } from '@/lib/client/api';
import { changeSetQuery, controlChanges, retryChanges, undoChanges } from '@/lib/client/changes';
import type { ChangeSet } from '@/lib/contract/changes';
import { useChangeLinks } from './change-links';

export type RetriedOutcome = 'rejected' | 'conflict' | 'cancelled';

/** What somebody wants of a set. */
export type SetAction =
  { kind: 'pause' | 'resume' | 'cancel' | 'undo' } | { kind: 'retry'; outcomes: readonly RetriedOutcome[] };

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
    mutationFn: async (action: SetAction): Promise<ChangeSet | string | null> => {
      if (action.kind === 'undo') return undoChanges(id, undoKey);
      if (action.kind !== 'retry') return controlChanges(id, action.kind);
      await retryChanges(id, action.outcomes);
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
  const problem = error instanceof ApiError ? error.problem : null;
  if (problem?.code === 'signed-out') return; // the page goes to the sign-in
  if (problem === null || (error instanceof ApiError && error.unreachable)) {
    notify.problem(
      'The console did not answer',
      'Whether it was done is not known; this page shows what is so.',
    );
    return;
  }
  notify.problem('It was not done', problem.detail);
}
