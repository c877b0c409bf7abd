import 'server-only';
import type { z } from 'zod';
import { holdsOneOf, mayRemoveSharedViews } from '@/lib/contract/session/roles';
import type { removedViewSchema, removeViewSchema } from '@/lib/contract/views';
import { ConsoleError } from '@/lib/server/console-error';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { verb } from '@/lib/server/services/verb';

/** A security administrator may remove shared views. @throws ConsoleError `not-found`, which reveals no others' views. */
export const removeView = verb<z.infer<typeof removeViewSchema>, z.infer<typeof removedViewSchema>>({
  roles: 'signed-in',
  run: async ({ ctx, input: { id } }) => {
    const { personId = '', roles = [] } = ctx.request.actor ?? {};
    const isManager = holdsOneOf(roles, mayRemoveSharedViews);
    const { numDeletedRows } = await orUnavailable(() =>
      ctx.console.database.kysely
        .deleteFrom('saved_view')
        .where('id', '=', id)
        .where('connection', '=', ctx.request.connection.key)
        .where((eb) => eb.or([eb('person_id', '=', personId), ...(isManager ? [eb('shared', '=', 1)] : [])]))
        .executeTakeFirst(),
    );
    if (Number(numDeletedRows) === 0)
      throw new ConsoleError('not-found', 'There is no such view; it may have been removed already.');
    return { removed: true };
  },
});
