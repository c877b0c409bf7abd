import 'server-only';
import type { OutsideChange, OutsideList, OutsideQuery } from '@/lib/contract/access/outside-changes';
import { mayRead } from '@/lib/contract/session/roles';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { entryIn } from '@/lib/server/ledger/entry';
import { outsideReview } from '@/lib/server/services/access/outside/outside-review';
import { verb, type ServiceContext } from '@/lib/server/services/verb';

const entriesPerPage = 50;

/** What changed in the service of the connection, not by this console, and which shorter lists were accepted, newest first. */
export const listOutside = verb<OutsideQuery, OutsideList>({
  roles: mayRead.changes,
  run: ({ ctx, input }) =>
    orUnavailable(async () => {
      // Read first, so that what is noticed meanwhile is not marked by somebody who was not sent it.
      const review = await outsideReview(ctx.console.database.kysely, ctx.request.connection.key);
      // One kind a query, so that each follows its index.
      const single = await entriesOf(ctx, input, 'access.outside');
      const counted = await entriesOf(ctx, input, 'access.outside-more');
      const accepted = await entriesOf(ctx, input, 'access.accepted');
      const rows = [...single, ...counted, ...accepted].sort((a, b) => b.seq - a.seq);
      const shown = rows.slice(0, entriesPerPage);
      return {
        review,
        value: shown.flatMap(({ seq, body }) => outsideOf(seq, body)),
        next: rows.length > entriesPerPage ? (shown.at(-1)?.seq ?? null) : null,
      };
    }),
});

function entriesOf(
  { request: { connection }, console: { database } }: ServiceContext,
  { recordType, recordId, entityId, from, to, before }: OutsideQuery,
  kind: 'access.outside' | 'access.outside-more' | 'access.accepted',
) {
  return database.kysely
    .selectFrom('ledger_entry')
    .select(['seq', 'body'])
    .where('kind', '=', kind)
    .where('connection', '=', connection.key)
    .$if(recordType !== undefined, (of) => of.where('record_type', '=', recordType ?? ''))
    .$if(recordId !== undefined, (of) => of.where('record_id', '=', recordId ?? ''))
    .$if(entityId !== undefined, (of) => of.where('entity_id', '=', entityId ?? ''))
    .$if(from !== undefined, (of) => of.where('at', '>=', Date.parse(from ?? '')))
    .$if(to !== undefined, (of) => of.where('at', '<', Date.parse(to ?? '')))
    .$if(before !== undefined, (of) => of.where('seq', '<', before ?? 0))
    .orderBy('seq', 'desc')
    .limit(entriesPerPage + 1)
    .execute();
}

function outsideOf(seq: number, body: string): OutsideChange[] {
  const facts = entryIn(body);
  if (facts?.kind === 'access.outside') {
    const { since, until, cell, before, after } = facts;
    return [{ seq, since, until, cell, count: 1, before, after }];
  }
  if (facts?.kind === 'access.outside-more') {
    const { since, until, count } = facts;
    return [{ seq, since, until, cell: null, count, before: null, after: null }];
  }
  if (facts?.kind === 'access.accepted') {
    const { at, actor, detail, before, now } = facts;
    const accepted = { by: actor.name, detail, before, now };
    return [{ seq, since: at, until: at, cell: null, count: 0, before: null, after: null, accepted }];
  }
  return []; // not one of the kinds asked for
}
