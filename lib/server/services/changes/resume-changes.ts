import 'server-only';
import type { ChangeSet, ChangeSetId } from '@/lib/contract/changes/changes';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { notPaused } from './store/transition';
import { verb } from '@/lib/server/services/verb';
import { readChangeSet } from './read-changes';
import { connectionOf, controlChangeSet } from './store/control';

/**
 * Resumes a paused set.
 * @throws ConsoleError `not-found`; `conflict` when it is not paused or its connection is gone.
 */
export const resumeChanges = verb<ChangeSetId, ChangeSet>({
  roles: mayChangeAccess,
  run: async ({ ctx, input: { changeSetId } }) => {
    await controlChangeSet(ctx, 'resume', changeSetId, ({ connection, state, isLeased }) => {
      connectionOf(ctx, connection);
      return {
        values: {
          control: 'run',
          state: state === 'paused' && !isLeased ? 'queued' : 'running',
          ...notPaused,
          stumbles: 0,
        },
        why: 'A person resumed it.',
      };
    });
    return readChangeSet(ctx.console.database, changeSetId);
  },
});
