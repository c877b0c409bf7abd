import 'server-only';
import { mayCheckLineAccess } from '@/lib/contract/session/roles';
import { journalCheck } from '@/lib/domain/journal/checks';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { wholeMatrix } from '@/lib/server/services/access/mirror/whole-matrix';
import { authorize, type ServiceContext } from '@/lib/server/services/verb';

/**
 * The query as somebody may ask it; every verb that takes a journal query asks first, because a check may tell what the
 * access matrix says. Waits a little for a matrix that is being read.
 * @throws ConsoleError `forbidden`, or `service-unavailable` while the matrix has not been read to its end.
 */
export async function allowedQuery(ctx: ServiceContext, query: JournalQuery): Promise<JournalQuery> {
  if (query.check === null || journalCheck(query.check)?.needsAccess !== true) return query;
  authorize(mayCheckLineAccess, ctx.request.actor);
  await wholeMatrix(ctx.request.connection.mirror);
  return query;
}
