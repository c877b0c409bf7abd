import 'server-only';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { holdsOneOf, mayRead } from '@/lib/contract/session/roles';
import { mostViews } from '@/lib/contract/limits';
import type { SavedView, saveViewSchema } from '@/lib/contract/views';
import { savedSearch } from '@/lib/domain/views/saved-search';
import { ConsoleError } from '@/lib/server/console-error';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { verb } from '@/lib/server/services/verb';

/** Replaces the caller's view of that name. @throws ConsoleError `forbidden`, or `invalid-request` for one too many. */
export const saveView = verb<z.infer<typeof saveViewSchema>, SavedView>({
  roles: 'signed-in',
  run: async ({ ctx, input: { place, name, shared, ...input } }) => {
    const search = savedSearch(input.search); // a view never leads to another connection
    const { personId = '', roles = [], name: owner = '' } = ctx.request.actor ?? {};
    if (!holdsOneOf(roles, mayRead[place]))
      throw new ConsoleError('forbidden', 'You may not open this place. Nothing was saved.');
    const connection = ctx.request.connection.key;
    const id = await orUnavailable(() =>
      ctx.console.database.kysely.transaction().execute(async (transaction) => {
        const own = await transaction
          .selectFrom('saved_view')
          .select(['id', 'place', 'name'])
          .where('connection', '=', connection)
          .where('person_id', '=', personId)
          .execute();
        const known = own.find((view) => view.place === place && view.name === name);
        if (known === undefined && own.length >= mostViews)
          throw new ConsoleError(
            'invalid-request',
            `You have ${String(mostViews)} views already, which is as many as one may have. Remove one first. Nothing was saved.`,
          );
        const values = { search, shared: shared ? 1 : 0 };
        const { id: saved } = await transaction
          .insertInto('saved_view')
          .values({ id: known?.id ?? randomUUID(), connection, person_id: personId, place, name, ...values })
          .onConflict((conflict) =>
            conflict.columns(['connection', 'person_id', 'place', 'name']).doUpdateSet(values),
          )
          .returning('id')
          .executeTakeFirstOrThrow();
        return saved;
      }),
    );
    return { id, place, name, search, shared, mine: true, owner };
  },
});
