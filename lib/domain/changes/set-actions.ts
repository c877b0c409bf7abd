import type { ChangeSetState } from '@/lib/contract/changes/change-states';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { hasEnded } from './progress';

/** What people may want of a set. */
export type SetAction = 'pause' | 'resume' | 'cancel' | 'retry' | 'undo';

/** What decides whether an action is possible. */
export interface SetStanding {
  state: ChangeSetState;
  control: 'run' | 'pause' | 'cancel';
  /** Why whoever started it may no longer act; null: they may. */
  withdrawn: string | null;
}

/** Why an action is not possible as a set stands, in words for whoever asked for it; null: it is possible. */
export function whyNotAllowed(action: SetAction, set: SetStanding): string | null {
  const isEnding = set.control === 'cancel' || set.withdrawn !== null;
  if (action === 'undo') {
    if (hasEnded(set) || isHeldByPerson(set)) return null;
    return isEnding ? words.stillEnds : words.stillRuns;
  }
  if (action === 'retry') return hasEnded(set) ? null : words.notEnded;
  if (hasEnded(set)) return words.ended;
  if (isEnding) return words.cancelling;
  if (action === 'pause') return set.control === 'pause' ? words.paused : null;
  if (action === 'resume') return set.state === 'paused' || set.control === 'pause' ? null : words.notPaused;
  return null;
}

/** The id of the newest set that can still change something or has something to undo, in a list with the newest first. */
export function lastToUndo(
  sets: readonly Pick<ChangeSet, 'id' | 'undoOf' | 'state' | 'asked' | 'withdrawn' | 'counts' | 'undone'>[],
): string | null {
  const found = sets.find(({ undoOf, state, asked, withdrawn, counts, undone }) => {
    const mayStillChange = whyNotAllowed('undo', { state, control: asked ?? 'run', withdrawn }) !== null;
    return undoOf === null && (mayStillChange || counts.applied > undone);
  });
  return found?.id ?? null;
}

/** Paused by the console itself, a set goes on by itself. */
function isHeldByPerson({ state, control }: SetStanding): boolean {
  return state === 'paused' && control === 'pause';
}

const words = {
  ended: 'This set has ended already. Nothing was changed.',
  cancelling: 'This set is being cancelled already. Nothing was changed by this request.',
  paused: 'This set is paused already. Nothing was changed.',
  notPaused: 'This set is not paused. Nothing was changed.',
  notEnded:
    'This set has not ended yet, so there is nothing to try again. Nothing was changed. Wait until it has ended, or cancel it first.',
  stillEnds:
    'This set is being cancelled and has not ended yet. Nothing was changed. Undo it when it has ended.',
  stillRuns: 'This set has not ended yet. Nothing was changed. Pause or cancel it first.',
};
