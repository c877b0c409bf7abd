import 'server-only';
import type { z } from 'zod';
import { holdsOneOf, mayRead } from '@/lib/contract/session/roles';
import { viewPlaces, type viewListSchema, type viewsQuerySchema } from '@/lib/contract/views';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { verb } from '@/lib/server/services/verb';

/** The caller's views of a connection and the shared ones of places they may read. */
export const listViews = verb<z.infer<typeof viewsQuerySchema>, z.infer<typeof viewListSchema>>({
  roles: 'signed-in',
  run: async ({ ctx, input }) => {
    const { personId = '', roles = [] } = ctx.request.actor ?? {};
    const places = viewPlaces.filter(
      (place) => holdsOneOf(roles, mayRead[place]) && (input.place ?? place) === place,
    );
    if (places.length === 0) return { value: [] };
    const rows = await orUnavailable(() =>
      ctx.console.database.kysely
        .selectFrom('saved_view')
        .leftJoin('person', 'person.id', 'saved_view.person_id')
        .selectAll('saved_view')
        .select('person.name as owner')
        .where('connection', '=', ctx.request.connection.key)
        .where('place', 'in', places)
        .where((eb) => eb.or([eb('person_id', '=', personId), eb('shared', '=', 1)]))
        .orderBy('saved_view.name')
        .orderBy('saved_view.id')
        .execute(),
    );
    return {
      value: rows.map(({ id, place, name, search, shared, person_id, owner }) => ({
        id,
        place,
        name,
        search,
        shared: shared === 1,
        mine: person_id === personId,
        owner: owner ?? '',
      })),
    };
  },
});
