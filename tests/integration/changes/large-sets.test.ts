import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { previewUndo } from '@/lib/server/services/changes/preview-undo';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';
import { ChangeSetStore } from '@/lib/server/services/changes/store/change-set-store';
import { freeLeases, takeLease } from '@/lib/server/services/changes/store/lease';
import { removeCutOff } from '@/lib/server/services/changes/store/storing';
import { answersDuring } from '@/tests/support/changes/answers';
import { cellRows, ledgerEntries, setRow, storeSet } from '@/tests/support/changes/change-sets';
import { customer } from '@/tests/support/changes/stored-sets';
import { testedKind } from '@/tests/support/database/test-database';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { troubleWith } from './database-trouble';

/* What is done to all cells of a large set: other requests are answered between its parts. */

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'demo' });
afterEach(async () => {
  // All of them together would take what looks at everything after each test longer than a statement may take.
  for (const table of ['change_cell', 'change_set'] as const)
    await service.database.kysely.deleteFrom(table).execute();
});

/** Whether all requests share one connection; on PostgreSQL they do not wait for one another, so fewer may come in between. */
const isShared = testedKind === 'libsql';
const count = 16_000;
const numbered = (length: number) => Array.from({ length }, (_, index) => customer(String(index), '100'));

/** Cells of the set that is being stored, as far as others see them; null: none is. */
async function storedSoFar(): Promise<number | null> {
  const { kysely } = service.database;
  const row = await kysely
    .selectFrom('change_set')
    .select('total')
    .where('connection', '=', '')
    .executeTakeFirst();
  return row?.total ?? null;
}

/** A large set that has ended, all of whose cells came to this. */
async function ended(outcome: 'applied' | 'cancelled'): Promise<string> {
  const id = await storeSet(service, numbered(count));
  const { kysely } = service.database;
  // PostgreSQL plans by what it counted last: here, that no cell has ended.
  for (const table of ['change_cell', 'change_set'] as const)
    await sql`ANALYZE ${sql.table(table)}`.execute(kysely);
  const row = { state: outcome, before_value: 0, settled_at: 1 };
  await kysely.updateTable('change_cell').set(row).where('set_id', '=', id).execute();
  const set = { state: 'done', ended_at: 1, pending: 0, [outcome]: count } as const;
  await kysely.updateTable('change_set').set(set).where('id', '=', id).execute();
  return id;
}

it('of 100,000 cells, it is stored in parts, and nobody sees it before the last one', async () => {
  const cells = Array.from({ length: 100_000 }, (_, index) => ({
    ...customer(String(index), '100'),
    accessible: index % 2 === 0,
    expected: index % 3 === 0,
  }));
  const head = (await ledgerEntries(service)).length;
  const seen: number[] = [];
  const ctx = service.context('security-administrator');
  const during = await answersDuring(
    service,
    () => createChanges({ ctx, input: { cells } }),
    async () => {
      const entries = await ledgerEntries(service);
      const stored = await storedSoFar();
      if (stored === null) return;
      seen.push(stored);
      expect(entries).toHaveLength(head);
    },
  );
  const { id } = during.result;
  expect(new Set(seen).size).toBeGreaterThanOrEqual(isShared ? 25 : 1); // of 50 parts
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect([...during.listed]).not.toContain(id);
  expect(await setRow(service, id)).toMatchObject({
    connection: 'default',
    state: 'queued',
    total: 100_000,
    pending: 100_000,
    lease_until: 0,
  });
  const told = (await ledgerEntries(service)).slice(head).filter(({ kind }) => kind !== 'ledger.began');
  expect(told).toMatchObject([{ kind: 'set.created', set: id, total: 100_000 }]);
  const rows = await cellRows(service, id);
  expect(rows.map(({ record_id }) => Number(record_id))).toEqual(cells.map((_, index) => index));
  expect(rows[99_999]).toMatchObject({ position: 99_999, wanted: 0, expected: 1 });
});

it('asked for again while it is being stored, it is one set, which both wait for', async () => {
  const ctx = service.context('security-administrator', { idempotencyKey: randomUUID() });
  const create = (length: number) => createChanges({ ctx, input: { cells: numbered(length) } });
  const repeated: ReturnType<typeof create>[] = [];
  const { result } = await answersDuring(
    service,
    () => create(count),
    async () => {
      if (repeated.length > 0 || (await storedSoFar()) === null) return;
      repeated.push(create(count));
      await expect(create(count - 1)).rejects.toMatchObject({ code: 'idempotency-mismatch' });
    },
  );
  expect(await Promise.all(repeated)).toEqual([result]);
  expect(await setRow(service, result.id)).toMatchObject({ total: count });
});

it('cut off by a database that fails, it is removed, and the same request stores it anew', async () => {
  const ctx = service.context('security-administrator', { idempotencyKey: randomUUID() });
  const head = (await ledgerEntries(service)).length;
  const create = () => createChanges({ ctx, input: { cells: numbered(100_000) } });
  const failed = expect(create()).rejects.toMatchObject({ code: 'ledger-unavailable' });
  await expect.poll(storedSoFar, { timeout: 20_000, interval: 5 }).not.toBeNull();
  const well = await troubleWith(service, 'read-only');
  await failed;
  await well();
  expect(await storedSoFar()).not.toBeNull();
  await freeLeases(service.database); // as the next start does with the embedded database
  const removed = async () => {
    await removeCutOff(service, () => false);
    return storedSoFar();
  };
  await expect.poll(removed, { timeout: 40_000 }).toBeNull(); // at the latest when its lease is over
  expect(await ledgerEntries(service)).toHaveLength(head);
  const { id } = await create();
  expect(await setRow(service, id)).toMatchObject({ total: 100_000, pending: 100_000 });
});

it('its undo is counted page by page', async () => {
  const changeSetId = await ended('applied');
  const ctx = service.context('auditor');
  const preview = () => previewUndo({ ctx, input: { changeSetId } });
  const { result, seen } = await answersDuring(service, preview, () => Promise.resolve());
  expect(seen.length).toBeGreaterThanOrEqual(3);
  expect(result).toMatchObject({ give: 0, remove: count, left: 0 });
});

it('it is tried again part by part, and nobody runs it before the last one', async () => {
  const id = await ended('cancelled');
  const ctx = service.context('security-administrator');
  const retry = () => retryChanges({ ctx, input: { changeSetId: id, outcomes: ['cancelled'] } });
  const { seen } = await answersDuring(service, retry, () => setRow(service, id));
  const parts = seen.filter(({ retrying }) => retrying !== null);
  expect(new Set(parts.map(({ pending }) => pending)).size).toBeGreaterThanOrEqual(isShared ? 3 : 1); // of 4
  for (const { state, pending, cancelled, lease_until } of parts) {
    expect([state, pending + cancelled]).toEqual(['queued', count]);
    expect(lease_until).toBeGreaterThan(0);
  }
  expect(await setRow(service, id)).toMatchObject({
    state: 'queued',
    retrying: null,
    pending: count,
    cancelled: 0,
    lease_until: 0,
  });
  const attempts = await service.database.kysely
    .selectFrom('change_cell')
    .select('attempt')
    .distinct()
    .where('set_id', '=', id)
    .execute();
  expect(attempts).toEqual([{ attempt: 2 }]);
});

it('its cells of an entity are put behind those of others part by part', async () => {
  const id = await storeSet(service, numbered(count));
  const changeSet = await takeLease(
    { ...service, connections: [service.connection], leaseMs: 60_000 },
    id,
    'me',
  );
  if (changeSet === null) throw new Error('Nobody else runs the set.');
  const { signals } = service.context(null).console;
  const store = new ChangeSetStore({ ...service, signals }, changeSet);
  const behind = async () => {
    const { kysely } = service.database;
    const cells = kysely.selectFrom('change_cell').select('position').where('set_id', '=', id);
    return (await cells.where('next_at', '>', 0).execute()).length;
  };
  const { seen } = await answersDuring(service, () => store.postponeEntity('100', 60_000), behind);
  const parts = new Set(seen.filter((cells) => cells > 0 && cells < count));
  expect(parts.size).toBeGreaterThanOrEqual(isShared ? 2 : 0); // of 4
  expect(await behind()).toBe(count);
  await store.rest(null);
});
