import type { ChangeSetState } from '@/lib/contract/changes';

/** How a set stands, in a word. */
export const stateWords: Record<ChangeSetState, string> = {
  queued: 'Waiting',
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  cancelled: 'Cancelled',
};
