import { expect, it } from 'vitest';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { cancelChanges } from '@/lib/server/services/changes/cancel-changes';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { previewUndo } from '@/lib/server/services/changes/preview-undo';
import { undoChanges } from '@/lib/server/services/changes/undo-changes';
import {
  cellRows,
  holdPosts,
  quickPolicy,
  untilPostsAreHeld,
  untilSet,
} from '@/tests/support/changes/change-sets';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';

/* Scenario 24 of quality.md: the undo of a half-done set. */

let scenario: Scenario;
shareScenario((one) => (scenario = one), { isRead: true, policy: quickPolicy });

it('24. takes back only what was proven and is still so; the rest is told', async () => {
  const ann = scenario.as('Ann');
  const cells = scenario.fresh(40);
  const [asIs] = cells;
  if (!asIs) throw new Error('There are forty.');
  await scenario.outside(asIs);
  await holdPosts(scenario);
  const { id } = await createChanges({ ctx: ann, input: { cells } });
  await untilPostsAreHeld(scenario);
  await cancelChanges({ ctx: ann, input: { changeSetId: id } });
  await scenario.faults();
  const half = await untilSet(scenario, id, 'cancelled');
  expect(half).toMatchObject({ already: 1, applied: 39 - half.cancelled });
  expect(half.cancelled).toBeGreaterThan(0);
  const applied = cells.filter((_, at) => at > 0).slice(0, half.applied);
  const rows = await cellRows(scenario, id);
  const done = rows.filter(({ state }) => state === 'applied').map(({ position }) => cells[position]);
  expect(done).toHaveLength(applied.length);
  const [again, unheard, ...rest] = done;
  if (!again || !unheard || rest.length === 0) throw new Error('More than two were applied.');
  // One was turned back through the console, one past it, of which the console does not know yet.
  const back = { ...again, accessible: again.expected, expected: again.accessible };
  expect(await changeAccess({ ctx: scenario.as('Bob'), input: back })).toMatchObject({ outcome: 'applied' });
  await scenario.outside({ ...unheard, accessible: unheard.expected });
  const preview = await previewUndo({ ctx: ann, input: { changeSetId: id } });
  expect(preview.left).toBe(1);
  expect(preview.give + preview.remove).toBe(done.length - 1);
  const undo = await undoChanges({ ctx: ann, input: { changeSetId: id, reason: '' } });
  expect(undo.left).toBe(1);
  const undone = await untilSet(scenario, undo.id, 'done');
  expect(undone).toMatchObject({ kind: 'undo', undo_of: id, applied: rest.length, already: 1 });
  for (const cell of cells) {
    const isKept = cell === asIs;
    expect(await scenario.truth(cell)).toBe(isKept ? cell.accessible : cell.expected);
  }
});
