import 'server-only';
import { mayRead } from '@/lib/contract/session/roles';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/**
 * The names of records and entities that the operator's file gives for this connection, as `labelsSchema` says; none
 * without such a file.
 */
export const listLabels = verb<unknown, Reply>({
  roles: mayRead.access,
  run: async ({ ctx }) => {
    const { json } = await ctx.connection.labels.read();
    return new Reply(json, { 'Content-Type': 'application/json' });
  },
});
