import 'server-only';
import type { MatrixStatus } from '@/lib/contract/access/access';
import { matrixMediaType } from '@/lib/contract/media-types';
import { mayRead } from '@/lib/contract/session/roles';
import { Reply } from '@/lib/server/services/reply';
import { verb } from '@/lib/server/services/verb';

/** JSON status, or the gzipped document for `Accept: application/octet-stream`. @throws the first read's error. */
export const readMatrix = verb<unknown, MatrixStatus | Reply>({
  roles: mayRead.access,
  run: async ({ ctx }) => {
    const { mirror } = ctx.request.connection;
    if (!ctx.request.accept.includes(matrixMediaType)) return mirror.status();
    const bytes = await mirror.document();
    // Next removes Content-Encoding, so the type names the gzip.
    return new Reply(bytes, { 'Content-Type': 'application/gzip' });
  },
});
