import 'server-only';
import type { Labels } from '@/lib/contract/labels';
import { mayRead } from '@/lib/contract/roles';
import { verb } from '@/lib/server/services/verb';

/** The names of records and entities that the operator's file gives for this connection; none without such a file. */
export const listLabels = verb<unknown, Labels>({
  roles: mayRead.access,
  run: ({ ctx }) => ctx.connection.labels.read(),
});
