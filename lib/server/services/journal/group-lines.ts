import 'server-only';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import { mayRead } from '@/lib/contract/session/roles';
import type { Grouping } from '@/lib/domain/journal/grouping';
import type { GroupsRequest } from '@/lib/domain/journal/grouping-request';
import { allowedQuery } from './allowed-check';
import { verb } from '@/lib/server/services/verb';
import type { LinesAge } from './snapshot/journal-copy';
import { linesAcross, type LinesAcross } from './snapshot/lines-across';

const mostGroups = 10_000;
const mostAcross = 100;
/** Some 20 bytes each. */
const mostFigures = 400_000;

/** The first groups and the total. @throws UpstreamError or ConsoleError if the lines could not be read. */
export const groupLines = verb<GroupsRequest, JournalGroups>({
  roles: mayRead.journal,
  run: async ({ ctx, input: { query: asked, grouping } }) => {
    const query = await allowedQuery(ctx, asked);
    const { lines, age, release } = await ctx.request.connection.journal.hold(ctx.request.signal);
    try {
      const table = linesAcross(lines, query, grouping, mostAcross);
      return { ...answered(table, grouping), ...lines.undirected(query, grouping.sum), ...age };
    } finally {
      release();
    }
  },
});

function answered(
  { groups, subtotals, all, across, moreAcross, added }: LinesAcross,
  { by, sum, pivot }: Grouping,
): Omit<JournalGroups, keyof LinesAge> {
  const figuresOfGroup = (1 + across.length) * (1 + sum.length);
  const sent = groups.slice(0, Math.min(mostGroups, Math.floor(mostFigures / figuresOfGroup)));
  const last = sent.at(-1)?.key;
  const ofSent = subtotals.slice(
    0,
    1 + subtotals.findLastIndex(({ key }) => key.every((value, at) => value === last?.[at])),
  );
  const more = { groups: groups.length - sent.length, across: moreAcross };
  return {
    by: by.map(({ name }) => name),
    sum: [...sum],
    pivot: pivot?.name ?? null,
    groups: sent.map(({ key, parts }) => ({ key: [...key], ...added(parts) })),
    ...(by.length > 1 && {
      subtotals: ofSent.map(({ key, parts }) => ({ key: [...key], ...added(parts) })),
    }),
    total: added(all),
    across: [...across],
    more,
    complete: more.groups === 0 && more.across === 0,
  };
}
