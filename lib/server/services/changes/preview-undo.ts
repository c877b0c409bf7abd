import 'server-only';
import type { ChangeSetId, UndoPreview } from '@/lib/contract/changes';
import { mayRead } from '@/lib/contract/roles';
import { whyNotAllowed } from '@/lib/domain/changes/set-actions';
import { ConsoleError } from '@/lib/server/console-error';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { verb } from '@/lib/server/services/verb';
import { inverseCells } from '@/lib/server/services/changes/store/inverse-cells';
import { isChangeSetId, noSuchChangeSet } from '@/lib/server/services/changes/store/change-set-row';
import { connectionOf } from '@/lib/server/services/changes/store/control';

/**
 * What an undo of the set would do now; nothing is changed.
 * @throws ConsoleError `not-found`; `conflict` where it cannot be undone as it stands.
 */
export const previewUndo = verb<ChangeSetId, UndoPreview>({
  roles: mayRead.changes,
  run: ({ ctx, input: { changeSetId } }) =>
    orUnavailable(async () => {
      if (!isChangeSetId(changeSetId)) throw noSuchChangeSet();
      const set = await ctx.database.kysely
        .selectFrom('change_set')
        .select(['connection', 'state', 'control', 'withdrawn', 'applied'])
        .where('id', '=', changeSetId)
        .executeTakeFirst();
      if (!set) throw noSuchChangeSet();
      const whyNot = whyNotAllowed('undo', set);
      if (whyNot !== null) throw new ConsoleError('conflict', whyNot);
      const connection = connectionOf(ctx, set.connection);
      const cells = await inverseCells(ctx.database, connection, changeSetId);
      const give = cells.filter(({ accessible }) => accessible).length;
      const { asOf } = connection.mirror.status();
      return { give, remove: cells.length - give, left: set.applied - cells.length, asOf };
    }),
});
