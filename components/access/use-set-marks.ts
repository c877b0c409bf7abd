'use client';

import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { notify } from '@/components/ui/toast';
import type { AccessChanges } from '@/lib/client/access-changes';
import { AwaitedSets } from '@/lib/client/awaited-sets';
import { readCellsInState, readChangeSet } from '@/lib/client/changes';
import { areEventsLive, eventsCompleteSince, subscribeEvents } from '@/lib/client/events';
import type { ChangeCell, ChangeSet } from '@/lib/contract/changes';
import type { CollectedChange } from '@/lib/domain/access/collected-changes';
import { hasEnded } from '@/lib/domain/changes/progress';
import { undoneInWords } from './undone-words';

/** How often sets are asked about while no events arrive, or the last question failed. */
const withoutEventsMs = 5_000;

const awaitedOf = new WeakMap<AccessChanges, AwaitedSets>();

/**
 * Marks in the matrix what the person's change sets have not come to yet, and in the end what of them was not done, each
 * cell with its reason; says how many.
 * @param onShow somebody wants to see the set with that id.
 * @returns tells of a set that was made on this page, of these changes, asked for at that time (`performance.now`).
 */
export function useSetMarks(
  connection: string | undefined,
  changes: AccessChanges,
  onShow: (id: string) => void,
): (id: string, applied: readonly CollectedChange[], askedAt: number) => void {
  const awaited = useMemo(() => {
    const known = awaitedOf.get(changes) ?? new AwaitedSets({ readSet: readChangeSet, readUndone });
    awaitedOf.set(changes, known);
    return known;
  }, [changes]);
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
    const timer = setInterval(() => {
      if (!areEventsLive(connection) || awaited.hasFailed) void awaited.look();
    }, withoutEventsMs);
    return () => {
      clearInterval(timer);
      stops.forEach((stop) => stop());
    };
  }, [awaited, changes, connection]);
  return useCallback(
    (id, applied, askedAt) => {
      // The answer may come after the first events; and where they do not come, nothing would end the waiting.
      const isHeard = ({ cell }: CollectedChange) => (changes.overlay(cell)?.at ?? -Infinity) > askedAt;
      if (eventsCompleteSince(connection) <= askedAt)
        changes.waiting.begin(
          id,
          applied.filter((change) => !isHeard(change)),
          askedAt,
        );
      void awaited.add(id);
    },
    [awaited, changes, connection],
  );
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
