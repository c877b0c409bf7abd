import 'server-only';
import type { JournalGroups } from '@/lib/contract/journal/journal';
import { mayRead } from '@/lib/contract/session/roles';
import type { GroupsRequest } from '@/lib/domain/journal/grouping-request';
import { allowedQuery } from './allowed-check';
import { verb } from '@/lib/server/services/verb';
import { linesAcross, type GroupAcross } from './snapshot/lines-across';

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
      const { by, sum, pivot } = grouping;
      const table = linesAcross(lines, query, grouping, mostAcross);
      const figuresOfGroup = (1 + table.across.length) * (1 + sum.length);
      const sent = table.groups.slice(0, Math.min(mostGroups, Math.floor(mostFigures / figuresOfGroup)));
      const lastSubtotal = table.subtotals.findLastIndex(({ key }) =>
        key.every((value, at) => value === sent.at(-1)?.key[at]),
      );
      const answered = ({ key, parts }: GroupAcross) => ({ key: [...key], ...table.added(parts) });
      const more = { groups: table.groups.length - sent.length, across: table.moreAcross };
      return {
        by: by.map(({ name }) => name),
        sum: [...sum],
        pivot: pivot?.name ?? null,
        groups: sent.map(answered),
        ...(by.length > 1 && { subtotals: table.subtotals.slice(0, lastSubtotal + 1).map(answered) }),
        total: table.added(table.all),
        across: [...table.across],
        more,
        complete: more.groups === 0 && more.across === 0,
        ...lines.leftOut(query, sum),
        ...age,
      };
    } finally {
      release();
    }
  },
});
