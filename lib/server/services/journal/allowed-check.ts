import 'server-only';
import { mayCheckLineAccess } from '@/lib/contract/session/roles';
import { journalCheck } from '@/lib/domain/journal/checks';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { wholeMatrix } from '@/lib/server/services/access/mirror/whole-matrix';
import { authorize, type ServiceContext } from '@/lib/server/services/verb';

/**
 * The query, if the caller may ask it: a check may reveal the access matrix. Every verb with a journal query calls
 * this.
 * @throws ConsoleError `forbidden`, or `service-unavailable` before the matrix is complete.
 */
export async function allowedQuery(ctx: ServiceContext, query: JournalQuery): Promise<JournalQuery> {
  if (query.check === null || journalCheck(query.check)?.needsAccess !== true) return query;
  authorize(mayCheckLineAccess, ctx.request.actor);
  await wholeMatrix(ctx.request.connection.mirror);
  return query;
}
