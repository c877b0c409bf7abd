'use client';

import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { notify } from '@/components/ui/toast';
import type { AccessChanges } from '@/lib/client/access-changes';
import { AwaitedSets } from '@/lib/client/awaited-sets';
import { readCellsInState, readChangeSet } from '@/lib/client/changes';
import { eventsCompleteSince, subscribeEvents } from '@/lib/client/events';
import type { ChangeCell, ChangeSet } from '@/lib/contract/changes';
import type { CollectedChange } from '@/lib/domain/access/collected-changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { undoneInWords } from './undone-words';

const awaitedOf = new WeakMap<AccessChanges, AwaitedSets>();

/**
 * Marks in the matrix what the person's change sets have not come to yet, and in the end what of them was not done, each
 * cell with its reason; says how many.
 * @param onShow somebody wants to see the set with that id.
 * @returns tells of a set that was made on this page, of these changes.
 */
export function useSetMarks(
  connection: string | undefined,
  changes: AccessChanges,
  onShow: (id: string) => void,
): (id: string, applied: readonly CollectedChange[]) => void {
  const awaited = useMemo(() => {
    const known = awaitedOf.get(changes) ?? awaitedBy(connection, changes);
    awaitedOf.set(changes, known);
    return known;
  }, [connection, changes]);
  const show = useEffectEvent(onShow);
  useEffect(() => {
    const stop = awaited.listen((set, cells) => {
      changes.waiting.end(set.id);
      tell(set, changes.mark(set.id, cells), () => show(set.id));
    });
    void awaited.look();
    void forgetUndone(changes);
    const stops = [
      stop,
      subscribeEvents('change-set', (set) => {
        if (set.undoOf !== null && hasEnded(set) && set.counts.applied > 0) changes.steps.dropSet(set.undoOf);
        void awaited.hearSet(set);
      }),
      subscribeEvents('access', ({ cells }, from) => {
        if (from === connection) awaited.hearCells(cells);
      }),
      subscribeEvents('hello', (_, from) => {
        if (from === connection) void awaited.look(); // events may have been missed
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [awaited, changes, connection]);
  return useCallback(
    (id, applied) => {
      // The answer may come after the first events.
      const isDone = ({ cell, wanted }: CollectedChange) =>
        changes.overlay(cell)?.value === (wanted ? 'granted' : 'denied');
      changes.waiting.begin(
        id,
        applied.filter((change) => !isDone(change)),
        performance.now(),
      );
      void awaited.add(id);
    },
    [awaited, changes],
  );
}

/** Hears for as long as the tab is there: cells are also changed while their matrix is not shown. */
function awaitedBy(connection: string | undefined, { waiting }: AccessChanges): AwaitedSets {
  subscribeEvents('access', ({ cells }, from) => {
    if (from === connection) waiting.hear(cells);
  });
  subscribeEvents('hello', (_, from) => {
    if (from === connection) waiting.forgetBefore(eventsCompleteSince(connection));
  });
  return new AwaitedSets({ readSet: readChangeSet, readUndone });
}

/** A set is undone on its own page, where the matrix hears nothing; one of which nothing was done cannot be. */
async function forgetUndone({ steps }: AccessChanges): Promise<void> {
  const { last } = steps;
  if (last?.kind !== 'set') return;
  const set = await readChangeSet(last.changeSetId).catch(() => null); // who cannot ask keeps the way to the set
  if (set !== null && (set.undoneBy !== null || (hasEnded(set) && set.counts.applied === 0)))
    steps.dropSet(set.id);
}

async function readUndone({ id, counts }: ChangeSet): Promise<ChangeCell[]> {
  const cells: ChangeCell[] = [];
  for (const state of ['conflict', 'rejected'] as const)
    // A page that cannot ask now has the message still, which leads to the set.
    if (counts[state] > 0) cells.push(...(await readCellsInState(id, state).catch(() => [])));
  return cells;
}

function tell(set: ChangeSet, marked: number, onShow: () => void): void {
  const words = undoneInWords(set.counts, marked);
  if (words !== null)
    notify.problem(words.title, words.detail, { action: { label: 'Show them', onPress: onShow } });
}
