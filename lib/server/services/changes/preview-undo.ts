import 'server-only';
import type { ChangeSetId, UndoPreview } from '@/lib/contract/changes/changes';
import { mayRead } from '@/lib/contract/session/roles';
import { verb } from '@/lib/server/services/verb';
import { planUndo, setToUndo } from './store/undo-plan';

/** Tells what an undo would do now. @throws ConsoleError `not-found`; `conflict` when it cannot be undone. */
export const previewUndo = verb<ChangeSetId, UndoPreview>({
  roles: mayRead.changes,
  run: async ({ ctx, input: { changeSetId } }) => {
    const { connection, cells, left } = await planUndo(ctx, await setToUndo(ctx, changeSetId));
    const give = cells.filter(({ accessible }) => accessible).length;
    return { give, remove: cells.length - give, left, asOf: connection.mirror.asOf() };
  },
});
