import type { ChangeSet } from '@/lib/contract/changes/changes';

/** Whether a set has come to its end. */
export function hasEnded({ state }: Pick<ChangeSet, 'state'>): boolean {
  return state === 'done' || state === 'cancelled';
}

/** Whether every assignment of a set that ended is as it was asked for: nobody has to look. */
export function endedWell({ state, counts }: Pick<ChangeSet, 'state' | 'counts'>): boolean {
  return hasEnded({ state }) && counts.applied + counts.already === counts.total;
}
