import 'server-only';
import type { ChangeSet, ChangeSetId } from '@/lib/contract/changes/changes';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { actingPerson, verb } from '@/lib/server/services/verb';
import { readChangeSet } from './read-changes';
import { namedChangeSet } from './store/facts';
import { pausedBecause, unconfirmWhatWasSent } from './store/transition';
import { controlChangeSet } from './store/control';

/** Pauses a set until a person resumes it. @throws ConsoleError `not-found`; `conflict` when it cannot be paused. */
export const pauseChanges = verb<ChangeSetId, ChangeSet>({
  roles: mayChangeAccess,
  run: async ({ ctx, input: { changeSetId } }) => {
    const { name } = actingPerson(ctx);
    await controlChangeSet(ctx, 'pause', changeSetId, async (set, transaction) => ({
      values: {
        control: 'pause',
        ...pausedBecause({ code: 'person', detail: `Paused by ${name}.`, at: set.now, retryAt: null }),
        // The worker of a running set pauses it after what is in flight.
        ...(set.state !== 'running' && { state: 'paused' }),
      },
      why: 'A person paused it.',
      facts:
        set.state === 'running'
          ? []
          : await unconfirmWhatWasSent(transaction, ctx.console.database, namedChangeSet(set)),
    }));
    return readChangeSet(ctx.console.database, changeSetId);
  },
});
