import 'server-only';
import type { JournalPage } from '@/lib/contract/journal';
import { mayRead } from '@/lib/contract/roles';
import type { JournalRequest } from '@/lib/domain/journal/request-schema';
import { verb } from '@/lib/server/services/verb';

/** One page of journal lines (interface section 4.4), filtered, sorted and cut to the columns asked for. */
export const listLines = verb<JournalRequest, JournalPage>({
  roles: mayRead.journal,
  run: ({ ctx, input: { query, facets } }) =>
    ctx.connection.journal.list(query, { signal: ctx.signal, requestId: ctx.requestId, facets }),
});
