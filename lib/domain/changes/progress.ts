import type { ChangeSet } from '@/lib/contract/changes/changes';

/** Whether a set has come to its end. */
export function hasEnded({ state }: Pick<ChangeSet, 'state'>): boolean {
  return state === 'done' || state === 'cancelled';
}
