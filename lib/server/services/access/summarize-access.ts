import 'server-only';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import { mayRead } from '@/lib/contract/session/roles';
import { verb } from '@/lib/server/services/verb';
import { summaryOf } from './mirror/summary-of';

/** How much access each record type has in each entity. */
export const summarizeAccess = verb<unknown, AccessSummary>({
  roles: mayRead.access,
  run: ({ ctx }) => summaryOf(ctx.request.connection),
});
