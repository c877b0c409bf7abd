import 'server-only';
import type { OutsideChange, OutsideList, OutsideQuery } from '@/lib/contract/access/outside-changes';
import { mayRead } from '@/lib/contract/session/roles';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { outsideEntries, outsideListKinds, type Outside } from '@/lib/server/ledger/reading';
import { outsideReview } from '@/lib/server/services/access/outside/outside-review';
import { verb } from '@/lib/server/services/verb';

const entriesPerPage = 50;

/** Changes made outside the console and accepted shorter lists, newest first. */
export const listOutside = verb<OutsideQuery, OutsideList>({
  roles: mayRead.changes,
  run: ({ ctx: { request, console }, input: { from, to, before = Number.MAX_SAFE_INTEGER, ...target } }) =>
    orUnavailable(async () => {
      const [{ kysely }, { key }] = [console.database, request.connection];
      // Read first, so that a person marks only what that person was sent.
      const review = await outsideReview(kysely, key);
      const range = { from, to, upTo: before - 1, target, most: entriesPerPage + 1 };
      const rows = await outsideEntries(kysely, key, outsideListKinds, range);
      const shown = rows.slice(0, entriesPerPage);
      return {
        review,
        value: shown.flatMap(({ told }) => (told ? [listedOf(told)] : [])),
        next: rows.length > entriesPerPage ? (shown.at(-1)?.seq ?? null) : null,
      };
    }),
});

function listedOf({ at: _at, connection: _connection, ...change }: Outside): OutsideChange {
  return change;
}
