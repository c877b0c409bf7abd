import 'server-only';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import { mayRead } from '@/lib/contract/session/roles';
import { accessSummary } from '@/lib/domain/access/access-summary';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { matrixNames } from '@/lib/domain/access/names/matrix-names';
import type { Connection } from '@/lib/server/services/connection';
import { verb } from '@/lib/server/services/verb';

/** How much access each record type has in each entity. */
export const summarizeAccess = verb<unknown, AccessSummary>({
  roles: mayRead.access,
  run: ({ ctx }) => summaryOf(ctx.request.connection),
});

const summaries = new WeakMap<
  AccessMatrix,
  { version: string; labels: object; counts: ReturnType<typeof accessSummary> }
>();

/** Access by record type and entity; the caller checks the role. Throws the error of the first read. */
export async function summaryOf({
  mirror,
  labels,
}: Pick<Connection, 'mirror' | 'labels'>): Promise<AccessSummary> {
  const { labels: known } = await labels.read();
  const { complete, loading, asOf, problem, doubt, version } = mirror.status();
  const matrix = mirror.visible();
  const last = summaries.get(matrix);
  const isSame = last?.version === version && last.labels === known;
  const counts = isSame ? last.counts : accessSummary(matrix, matrixNames(matrix, known));
  if (!isSame) summaries.set(matrix, { version, labels: known, counts });
  return { complete, loading, asOf, problem, doubt, ...counts };
}
