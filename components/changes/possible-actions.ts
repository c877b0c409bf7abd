import type { ChangeSet } from '@/lib/contract/changes';
import { refusalOf, type SetAction, type SetStanding } from '@/lib/domain/changes/set-actions';

/** What may be offered for a set as it stands: by the rules the console itself goes by, where there is something to do. */
export function possibleActions({ state, asked, withdrawn, counts }: ChangeSet): ReadonlySet<SetAction> {
  const standing: SetStanding = { state, control: asked ?? 'run', withdrawn };
  const hasWork: Record<SetAction, boolean> = {
    pause: true,
    resume: true,
    cancel: true,
    retry: counts.rejected + counts.conflict + counts.cancelled > 0,
    undo: counts.applied > 0,
  };
  const actions = Object.keys(hasWork) as SetAction[]; // keys of a literal
  return new Set(actions.filter((action) => hasWork[action] && refusalOf(action, standing) === null));
}
