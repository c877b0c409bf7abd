import 'server-only';
import type { Labels } from '@/lib/contract/access/labels';
import { mayRead } from '@/lib/contract/session/roles';
import { recordText, type RecordKey } from '@/lib/domain/access/names/record-text';
import { verb } from '@/lib/server/services/verb';

/** Names of these records, and of all entities. */
export const nameRecords = verb<readonly RecordKey[], Labels>({
  roles: mayRead.access,
  run: async ({ ctx, input }) => {
    const { labels } = await ctx.request.connection.labels.read();
    const ids = new Set(input.map(({ recordId }) => recordId)); // a cheap first test, because there may be very many names
    const records = new Set(input.map(recordText));
    const isAsked = ([recordType, recordId]: Labels['records'][number]) =>
      ids.has(recordId) && records.has(recordText({ recordType, recordId }));
    return { ...labels, records: labels.records.filter(isAsked) };
  },
});
