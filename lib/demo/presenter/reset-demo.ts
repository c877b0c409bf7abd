import 'server-only';
import type { AccessChange } from '@/lib/contract/access/access';
import type { ResetPreview, ResetStarted } from '@/lib/contract/demo/presenter';
import { mayChangeAccess } from '@/lib/contract/session/roles';
import { askControlPort } from '@/lib/demo/control-port';
import { cellKey } from '@/lib/domain/access/cell-key';
import { ConsoleError } from '@/lib/server/console-error';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import { valuesAfter } from '@/lib/server/ledger/cell-history';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { contextWith, verb, type ServiceContext } from '@/lib/server/services/verb';
import { until } from '@/lib/server/until';
import { currentRound, demoOf, keyOfReset } from './read-presenter';

/** What a reset of the demo would change back. @throws ConsoleError `not-found` without a demo; `ledger-unavailable`. */
export const previewReset = verb<unknown, ResetPreview>({
  roles: mayChangeAccess,
  run: async ({ ctx }) => {
    demoOf(ctx);
    const { cells, same, historyEnd } = await changesBack(ctx);
    return { back: cells.length - same, same, toHistory: historyEnd > 0 };
  },
});

/**
 * Ends all faults and restores access to the end of demo history with a change set; the story begins again.
 * @throws ConsoleError `not-found` without a demo; `conflict` if nothing changed or a change set does not end;
 * `ledger-unavailable`.
 */
export const resetDemo = verb<unknown, ResetStarted>({
  roles: mayChangeAccess,
  run: ({ ctx }) =>
    demoOf(ctx).mutex.run(async () => {
      await askControlPort(ctx.console, 'PUT', '/faults', []);
      if (!(await until(() => isNothingRunning(ctx), { limitMs: 20_000, everyMs: 200 })))
        throw new ConsoleError(
          'conflict',
          'A change set has not ended yet. Nothing was taken back. Let it end or cancel it on the page Changes, then reset again.',
        );
      const { cells, number } = await changesBack(ctx);
      if (cells.length === 0)
        throw new ConsoleError(
          'conflict',
          'Nothing was changed since the demo began anew, so there is nothing to take back. Play the first step.',
        );
      const asked = contextWith(ctx, { idempotencyKey: keyOfReset({ number }) });
      const { id } = await createChanges({ ctx: asked, input: { cells, reason: 'Demo reset' } });
      return { changeSetId: id };
    }),
});

/** Whether no change set is running: a reset would miss its later changes. */
async function isNothingRunning({ request, console }: ServiceContext): Promise<boolean> {
  const open = await orUnavailable(() =>
    console.database.kysely
      .selectFrom('change_set')
      .select('id')
      .where('connection', '=', request.connection.key)
      .where('state', 'not in', ['done', 'cancelled'])
      .limit(1)
      .executeTakeFirst(),
  );
  return open === undefined;
}

interface ChangedCell {
  change: AccessChange;
  now: boolean | null;
  isOfRound: boolean;
}

/** Cells of this round, and others unlike the end of demo history. @throws ConsoleError `ledger-unavailable`. */
async function changesBack({ request: { connection }, console }: ServiceContext) {
  const { number, historyEnd, after } = await currentRound(console);
  const changed = new Map<string, ChangedCell>();
  await orUnavailable(async () => {
    for await (const values of valuesAfter(console.database.kysely, connection.key, historyEnd))
      for (const { seq, cell, before, value, person } of values) {
        const known = changed.get(cellKey(cell));
        // The cell had the other value before this console's change, even if the log does not say so.
        const then = known?.change.accessible ?? before ?? (person && value !== true);
        if (then === null) continue; // an assignment that did not exist then, which the console cannot remove
        const isOfRound = (known?.isOfRound ?? false) || seq > after;
        changed.set(cellKey(cell), { change: { ...cell, accessible: then }, now: value, isOfRound });
      }
  });
  const isSame = ({ change, now }: ChangedCell) => change.accessible === now;
  const meant = [...changed.values()].filter((one) => one.isOfRound || !isSame(one));
  return { number, historyEnd, cells: meant.map(({ change }) => change), same: meant.filter(isSame).length };
}
