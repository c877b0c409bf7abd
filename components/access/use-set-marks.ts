'use client';

import { useCallback, useEffect, useRef } from 'react';
import { notify } from '@/components/ui/toast';
import type { AccessChanges } from '@/lib/client/access-changes';
import { readCellsInState } from '@/lib/client/changes';
import { subscribeEvents } from '@/lib/client/events';
import type { ChangeSet } from '@/lib/contract/changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { undoneInWords } from './undone-words';

const undone = ['conflict', 'rejected'] as const;

/**
 * Marks in the matrix what of the person's change sets was not done, each cell with its reason, and says how many.
 * @param onShow somebody wants to see the set with that id.
 * @returns tells of a set that was made on this page.
 */
export function useSetMarks(changes: AccessChanges, onShow: (id: string) => void): (id: string) => void {
  const awaited = useRef(new Set<string>());
  /** Sets that ended lately: a small one may have before its id is known here. */
  const ended = useRef(new Map<string, ChangeSet>());
  const show = useRef(onShow);
  useEffect(() => {
    show.current = onShow;
  }, [onShow]);
  useEffect(
    () =>
      subscribeEvents('change-set', (set) => {
        if (!hasEnded(set)) return;
        if (awaited.current.delete(set.id)) void markUndone(changes, set, () => show.current(set.id));
        else remember(ended.current, set);
      }),
    [changes],
  );
  return useCallback(
    (id) => {
      const set = ended.current.get(id);
      if (set === undefined) awaited.current.add(id);
      else void markUndone(changes, set, () => show.current(id));
    },
    [changes],
  );
}

const mostRemembered = 20;

function remember(ended: Map<string, ChangeSet>, set: ChangeSet): void {
  ended.set(set.id, set);
  const [oldest] = ended.keys();
  if (ended.size > mostRemembered && oldest !== undefined) ended.delete(oldest);
}

async function markUndone(changes: AccessChanges, set: ChangeSet, onShow: () => void): Promise<void> {
  const words = undoneInWords(set.counts);
  if (words === null) return;
  notify.problem(words.title, words.detail, { action: { label: 'Show them', onPress: onShow } });
  for (const state of undone)
    // A page that cannot ask now still has the message, which leads to the set.
    if (set.counts[state] > 0) changes.mark(await readCellsInState(set.id, state).catch(() => []));
}
