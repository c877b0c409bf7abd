import { expect, it } from 'vitest';
import { previewUndo } from '@/lib/server/services/changes/preview-undo';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';
import { setRow, storeSet } from '@/tests/support/changes/change-sets';
import { customer } from '@/tests/support/changes/stored-sets';
import { countTurns } from '@/tests/support/changes/turns';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';

/* What is done to all cells of a large set at once: whoever asks for something else meanwhile gets a turn. */

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'demo' });

const count = 16_000;

/** A large set that has ended, all of whose cells came to this. */
async function ended(outcome: 'applied' | 'cancelled'): Promise<string> {
  const cells = Array.from({ length: count }, (_, index) => customer(String(index), '100'));
  const id = await storeSet(service, cells);
  const { kysely } = service.database;
  const row = { state: outcome, before_value: 0 };
  await kysely.updateTable('change_cell').set(row).where('set_id', '=', id).execute();
  const set = { state: 'done', ended_at: 1, pending: 0, [outcome]: count } as const;
  await kysely.updateTable('change_set').set(set).where('id', '=', id).execute();
  return id;
}

it('its undo is counted page by page', async () => {
  const changeSetId = await ended('applied');
  const turns = countTurns();
  const preview = await previewUndo({ ctx: service.context('auditor'), input: { changeSetId } });
  expect(turns()).toBeGreaterThanOrEqual(4);
  expect(preview).toMatchObject({ give: 0, remove: count, left: 0 });
});

it('it is tried again part by part, as one', async () => {
  const changeSetId = await ended('cancelled');
  const turns = countTurns();
  const ctx = service.context('security-administrator');
  await retryChanges({ ctx, input: { changeSetId, outcomes: ['cancelled'] } });
  expect(turns()).toBeGreaterThanOrEqual(4);
  expect(await setRow(service, changeSetId)).toMatchObject({ state: 'queued', pending: count, cancelled: 0 });
  const attempts = await service.database.kysely
    .selectFrom('change_cell')
    .select('attempt')
    .distinct()
    .where('set_id', '=', changeSetId)
    .execute();
  expect(attempts).toEqual([{ attempt: 2 }]);
});
