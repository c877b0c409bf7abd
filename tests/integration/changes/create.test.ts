import { beforeEach, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import type { AccessChange } from '@/lib/contract/access/access';
import type { CreateChanges } from '@/lib/contract/changes/changes';
import { openDatabase } from '@/lib/server/db/database';
import { Ledger } from '@/lib/server/ledger/ledger';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { createChangeSet } from '@/lib/server/services/changes/store/create-change-set';
import type { ContextParts } from '@/tests/support/console/connected-console';
import { cellRows, ledgerEntries, setRow } from '@/tests/support/changes/change-sets';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { testDatabase } from '@/tests/support/database/test-database';
import { newSet } from '@/tests/support/changes/new-set';

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'demo' });

let key = '';
let keys = 0;
beforeEach(() => {
  key = `key-${String(++keys)}`;
});

const cell = (recordId: string, accessible = true, expected?: boolean): AccessChange => ({
  recordType: 'Customer',
  recordId,
  entityId: '100',
  accessible,
  ...(expected !== undefined && { expected }),
});

function create(input: CreateChanges, more: ContextParts = {}) {
  return createChanges({ ctx: service.context('security-administrator', more), input });
}

async function setsStored(): Promise<number> {
  const { kysely } = service.context(null).console.database;
  return (await kysely.selectFrom('change_set').select('id').execute()).length;
}

describe('a new set', () => {
  it('is stored with its cells, waits, and is recorded with a digest of them', async () => {
    const cells = [cell('10000', true, false), cell('20000', false)];
    const { id } = await create({ cells, reason: 'for Zoë 😀' }, { idempotencyKey: key });
    expect(await setRow(service, id)).toMatchObject({
      connection: 'default',
      kind: 'changes',
      state: 'queued',
      control: 'run',
      person_id: 'somebody',
      acting_roles: '["security-administrator"]',
      session_id: 'a-session',
      reason: 'for Zoë 😀',
      idempotency_key: key,
      total: 2,
      pending: 2,
      started_at: null,
      lease_owner: null,
      fence: 0,
    });
    expect(await cellRows(service, id)).toMatchObject([
      { position: 0, record_type: 'Customer', record_id: '10000', wanted: 1, expected: 0, state: 'pending' },
      { position: 1, record_id: '20000', wanted: 0, expected: null, attempt: 1, sends: 0 },
    ]);
    const lines =
      '{"accessible":true,"entityId":"100","expected":false,"recordId":"10000","recordType":"Customer"}\n' +
      '{"accessible":false,"entityId":"100","recordId":"20000","recordType":"Customer"}\n';
    expect((await ledgerEntries(service)).at(-1)).toMatchObject({
      kind: 'set.created',
      set: id,
      setKind: 'changes',
      total: 2,
      cells: createHash('sha256').update(lines).digest('hex'),
      actor: { id: 'somebody', roles: ['security-administrator'], session: 'a-session' },
      requestId: 'test-request',
      reason: 'for Zoë 😀',
    });
  });

  it('made from a file is an import and says which file', async () => {
    const source = { file: 'matrix.csv', sha256: 'a'.repeat(64) };
    const { id } = await create({ cells: [cell('10000')], source });
    expect(await setRow(service, id)).toMatchObject({ kind: 'import', source: JSON.stringify(source) });
    expect((await ledgerEntries(service)).at(-1)).toMatchObject({ setKind: 'import', source });
  });

  it('wakes whoever runs sets', async () => {
    const ctx = service.context('security-administrator');
    const heard: string[] = [];
    const stop = ctx.console.signals.listen('control', (payload) => heard.push(payload));
    const { id } = await createChanges({ ctx, input: { cells: [cell('10000')] } });
    await expect.poll(() => heard).toEqual([id]);
    stop();
  });

  it('that contradicts itself is refused with the places, and not stored', async () => {
    const stored = await setsStored();
    const refused = create({ cells: [cell('1', true), cell('2'), cell('1', false)] });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid-request',
      errors: [{ path: 'cells.2', message: expect.stringContaining('cells.0') as string }],
    });
    expect(await setsStored()).toBe(stored);
  });

  it('that is run by whoever stores it begins with the lease', async () => {
    const ctx = service.context('security-administrator');
    const lease = { owner: 'me', ms: 15_000 };
    const made = await createChangeSet(
      ctx.console,
      newSet(ctx.request.actor, [cell('30000')], { kind: 'switch', lease }),
    );
    expect(made).toMatchObject({ row: { fence: 1 } });
    const row = await setRow(service, made.id);
    expect(row).toMatchObject({ state: 'running', lease_owner: 'me', started_at: row.created_at, fence: 1 });
    expect(row.lease_until).toBe(row.created_at + 15_000);
  });
});

describe('asked again with the same Idempotency-Key', () => {
  const input = { cells: [cell('50000', true, false), cell('60000', false)], reason: 'once' };

  it('it is the same set', async () => {
    const first = await create(input, { idempotencyKey: key });
    const stored = await setsStored();
    const again = { ...input, cells: [...input.cells, cell('60000', false)] }; // a repeated cell asks for no more
    expect(await create(again, { idempotencyKey: key, requestId: 'another' })).toEqual(first);
    expect(await setsStored()).toBe(stored);
    expect((await ledgerEntries(service)).at(-1)).toMatchObject({ set: first.id, requestId: 'test-request' });
  });

  it.each([
    ['another value', { ...input, cells: [cell('50000', false, true), cell('60000', false)] }],
    ['another order', { ...input, cells: input.cells.toReversed() }],
    ['another reason', { ...input, reason: 'twice' }],
    ['one cell less', { ...input, cells: input.cells.slice(1) }],
  ])('with %s it is refused, and nothing is stored', async (_, other) => {
    await create(input, { idempotencyKey: key });
    const stored = await setsStored();
    const refused = create(other, { idempotencyKey: key });
    await expect(refused).rejects.toMatchObject({ code: 'idempotency-mismatch' });
    expect(await setsStored()).toBe(stored);
  });

  it('by somebody else it is another set', async () => {
    const actor = {
      personId: 'else',
      name: 'Else',
      roles: ['security-administrator'],
      sessionId: 's',
    } as const;
    const mine = await create(input, { idempotencyKey: key });
    const theirs = await create(input, { idempotencyKey: key, actor });
    expect(theirs.id).not.toBe(mine.id);
  });
});

it('while the database is away it is refused, and nothing is stored', async () => {
  const where = await testDatabase();
  const database = await openDatabase(where.url);
  await database.close();
  const refused = create({ cells: [cell('10000')] }, { database, ledger: new Ledger(database) });
  await expect(refused).rejects.toMatchObject({ code: 'ledger-unavailable' });
  const back = await openDatabase(where.url);
  const rows = await Promise.all(
    (['change_set', 'change_cell', 'ledger_entry'] as const).map((table) =>
      back.kysely.selectFrom(table).selectAll().execute(),
    ),
  );
  expect(rows).toEqual([[], [], []]);
  await back.close();
  await where.drop();
});
