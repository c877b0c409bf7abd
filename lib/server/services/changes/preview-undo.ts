import 'server-only';
import type { ChangeSetPlace, UndoPreview } from '@/lib/contract/changes';
import { mayRead } from '@/lib/contract/roles';
import { refusalOf } from '@/lib/domain/changes/set-actions';
import { ConsoleError } from '@/lib/server/console-error';
import { answered } from '@/lib/server/db/answered';
import { verb } from '@/lib/server/services/verb';
import { inverseCells } from './inverse-cells';
import { isSetId, noSuchSet } from './read-changes';
import { connectionOf } from './set-control';

/**
 * What an undo of the set would do now; nothing is changed.
 * @throws ConsoleError `not-found`; `conflict` where it cannot be undone as it stands.
 */
export const previewUndo = verb<ChangeSetPlace, UndoPreview>({
  roles: mayRead.changes,
  run: ({ ctx, input: { changeSetId } }) =>
    answered(async () => {
      if (!isSetId(changeSetId)) throw noSuchSet();
      const set = await ctx.database.kysely
        .selectFrom('change_set')
        .select(['connection', 'state', 'control', 'withdrawn', 'applied'])
        .where('id', '=', changeSetId)
        .executeTakeFirst();
      if (!set) throw noSuchSet();
      const refusal = refusalOf('undo', set);
      if (refusal !== null) throw new ConsoleError('conflict', refusal);
      const connection = connectionOf(ctx, set.connection);
      const cells = await inverseCells(ctx.database, connection, changeSetId);
      const give = cells.filter(({ accessible }) => accessible).length;
      const { asOf } = connection.mirror.status();
      return { give, remove: cells.length - give, left: set.applied - cells.length, asOf };
    }),
});
