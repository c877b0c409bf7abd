import 'server-only';
import type { JournalFacets } from '@/lib/contract/journal/journal';
import { mayRead } from '@/lib/contract/session/roles';
import { journalField } from '@/lib/domain/journal/field-index';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import type { FacetsRequest } from '@/lib/domain/journal/grouping-request';
import { writeBatch } from '@/lib/domain/journal/batch-name';
import { allowedQuery } from './allowed-check';
import { verb } from '@/lib/server/services/verb';

const mostListed = 1000;
const batchFields = ['JournalTemplateName', 'JournalBatchName'];

/** The most frequent values of one field. @throws UpstreamError or ConsoleError if the lines could not be read. */
export const listFacets = verb<FacetsRequest, JournalFacets>({
  roles: mayRead.journal,
  run: async ({ ctx, input: { query: asked, field } }) => {
    const query = await allowedQuery(ctx, asked);
    const isBatch = field === 'JournalBatchName';
    const keys = (isBatch ? batchFields : [field]).flatMap(wholeValues);
    const { lines, age, release } = await ctx.request.connection.journal.hold(ctx.request.signal);
    try {
      const groups = lines.groups(query, keys, []);
      const listed = groups.toSorted((a, b) => b.count - a.count).slice(0, mostListed); // stable: natural order within
      return {
        field,
        values: listed.map(({ key: [value = '', batch = ''], count }) => ({
          value: isBatch ? writeBatch({ template: String(value), batch: String(batch) }) : value,
          lines: count,
        })),
        more: groups.length - listed.length,
        ...age,
      };
    } finally {
      release();
    }
  },
});

function wholeValues(name: string): GroupingKey[] {
  const field = journalField(name);
  return field ? [{ name, field, part: null }] : [];
}
