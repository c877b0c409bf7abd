import 'server-only';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { mayRead } from '@/lib/contract/session/roles';
import type { JournalRequest } from '@/lib/domain/journal/request-schema';
import { allowedQuery } from './allowed-check';
import { verb } from '@/lib/server/services/verb';

/** One page of journal lines, by number or by a line on it, and the sums of all matching lines. */
export const listLines = verb<JournalRequest, JournalPage>({
  roles: mayRead.journal,
  run: async ({ ctx, input }) => {
    const query = await allowedQuery(ctx, input.query);
    return ctx.request.connection.journal.list(query, input.sum, ctx.request.signal, input.line);
  },
});
