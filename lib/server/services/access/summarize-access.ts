import 'server-only';
import type { AccessSummary } from '@/lib/contract/access/access-summary';
import { mayRead } from '@/lib/contract/session/roles';
import { accessSummary } from '@/lib/domain/access/access-summary';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { matrixNames } from '@/lib/domain/access/matrix-names';
import { verb } from '@/lib/server/services/verb';

/** How much access each record type has in each entity, out of the console's copy of the matrix. */
export const summarizeAccess = verb<unknown, AccessSummary>({
  roles: mayRead.access,
  run: async ({ ctx }) => {
    const { mirror, labels } = ctx.connection;
    const { labels: known } = await labels.read();
    const { complete, loading, asOf, problem, version } = mirror.status();
    const matrix = mirror.visible();
    const last = summaries.get(matrix);
    const isSame = last?.version === version && last.labels === known;
    const counts = isSame ? last.counts : accessSummary(matrix, matrixNames(matrix, known));
    if (!isSame) summaries.set(matrix, { version, labels: known, counts });
    return { complete, loading, asOf, problem, ...counts };
  },
});

/** Counts of a matrix as it was last asked for: many may look at the same one. */
const summaries = new WeakMap<
  AccessMatrix,
  { version: string; labels: object; counts: ReturnType<typeof accessSummary> }
>();
