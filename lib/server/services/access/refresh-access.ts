import 'server-only';
import { mayRead } from '@/lib/contract/session/roles';
import { verb } from '@/lib/server/services/verb';

/** Reads the whole matrix again in the background. */
export const refreshAccess = verb({
  roles: mayRead.access,
  run: ({ ctx }) => {
    ctx.request.connection.mirror.refresh();
    return Promise.resolve({ loading: true as const });
  },
});
