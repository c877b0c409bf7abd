import 'server-only';
import { mayRead } from '@/lib/contract/session/roles';
import { verb } from '@/lib/server/services/verb';

/** Reads all journal lines again in the background. */
export const refreshLines = verb({
  roles: mayRead.journal,
  run: ({ ctx }) => {
    ctx.request.connection.journal.refresh();
    return Promise.resolve({ loading: true as const });
  },
});
