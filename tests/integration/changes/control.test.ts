import { describe, expect, it } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import { openDatabase } from '@/lib/server/db/database';
import { Ledger } from '@/lib/server/ledger/ledger';
import { cancelChanges } from '@/lib/server/services/changes/cancel-changes';
import { usualPolicy } from '@/lib/server/services/changes/execution/policy';
import { ChangeWorker } from '@/lib/server/services/changes/execution/worker';
import { createChangeSet } from '@/lib/server/services/changes/store/create-change-set';
import { leasedChangeSet, takeLease, type LeasedChangeSet } from '@/lib/server/services/changes/store/lease';
import { pauseChanges } from '@/lib/server/services/changes/pause-changes';
import { readChanges } from '@/lib/server/services/changes/read-changes';
import { resumeChanges } from '@/lib/server/services/changes/resume-changes';
import { ChangeSetStore } from '@/lib/server/services/changes/store/change-set-store';
import { workCell } from '@/lib/server/services/changes/store/work-cell';
import { withdrawChangeSets } from '@/lib/server/services/changes/store/withdraw';
import type { ContextParts } from '@/tests/support/console/connected-console';
import { cellRows, ledgerEntries, setRow, storeSet } from '@/tests/support/changes/change-sets';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { testDatabase } from '@/tests/support/database/test-database';
import { answersDuring } from '@/tests/support/changes/answers';
import { newSet } from '@/tests/support/changes/new-set';

/* What people want of a set that no worker runs: nothing else changes it between two lines of a test. */

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'demo' });

const cells: AccessChange[] = ['10000', '20000', '30000'].map((recordId) => ({
  recordType: 'Customer',
  recordId,
  entityId: '100',
  accessible: true,
}));

const verbs = { pause: pauseChanges, resume: resumeChanges, cancel: cancelChanges };
type Control = keyof typeof verbs;

function control(action: Control, changeSetId: string, more: ContextParts = {}) {
  return verbs[action]({ ctx: service.context('security-administrator', more), input: { changeSetId } });
}

/** A set that somebody runs, and that one's lease. */
async function storeHeld(): Promise<LeasedChangeSet> {
  const ctx = service.context('security-administrator');
  const lease = { owner: 'a worker', ms: 60_000 };
  const { id } = await createChangeSet(ctx.console, newSet(ctx.request.actor, cells, { lease }));
  return leasedChangeSet(await setRow(service, id), service.connection, 60_000);
}

/** Whoever runs a set met with a failure, and gives it back. */
function failed(held: LeasedChangeSet, firstPauseMs = 60_000): Promise<void> {
  const failure = { code: 'storm', detail: 'Too many failures.' };
  const store = new ChangeSetStore(service.context(null).console, held);
  return store.pauseAfterFailure(failure, { firstPauseMs, longestPauseMs: 24 * 3_600_000 });
}

/** Runs a worker until the row of a set is like `row`. */
async function workedUntil(id: string, row: object, more: ContextParts = {}): Promise<void> {
  const worker = new ChangeWorker({ ...service.context(null, more).console, policy: usualPolicy });
  worker.start();
  try {
    await expect.poll(() => setRow(service, id)).toMatchObject(row);
  } finally {
    await worker.stop();
  }
}

/** What the ledger says of a set's states, and who wanted them; null: the console itself. */
async function statesOf(id: string): Promise<[string, string | null][]> {
  const entries = await ledgerEntries(service);
  return entries.flatMap((entry) =>
    entry.kind === 'set.state' && entry.set === id ? [[entry.state, entry.actor?.name ?? null]] : [],
  );
}

async function outcomesOf(id: string) {
  const entries = await ledgerEntries(service);
  return entries.flatMap((entry) =>
    entry.kind === 'change.outcome' && entry.set === id ? [[entry.position, entry.outcome, entry.sends]] : [],
  );
}

describe('a pause', () => {
  it('of a set that nobody runs holds at once, by name, and tells whoever watches', async () => {
    const id = await storeSet(service, cells);
    const heard: string[] = [];
    const {
      console: { signals },
    } = service.context(null);
    const stop = signals.listen('change-set', (payload) => heard.push(payload));
    const set = await control('pause', id);
    expect(set).toMatchObject({ id, state: 'paused', counts: { total: 3, pending: 3 } });
    expect(set.pause).toMatchObject({ code: 'person', detail: 'Paused by Somebody.', retryAt: null });
    expect(await statesOf(id)).toEqual([['paused', 'Somebody']]);
    await expect.poll(() => heard).toContain(id);
    stop();
  });

  it('of a set that runs is a wish, which whoever runs it fulfils', async () => {
    const held = await storeHeld();
    const set = await control('pause', held.id);
    expect(set).toMatchObject({ state: 'running', asked: 'pause', pause: null });
    const [first] = (await cellRows(service, held.id)).map(workCell);
    if (!first) throw new Error('It has cells.');
    const ctx = service.context(null);
    await expect(new ChangeSetStore(ctx.console, held).intend(first)).rejects.toThrow(
      'Nothing more is to be sent',
    );
    await new ChangeSetStore(ctx.console, held).rest(null);
    expect((await setRow(service, held.id)).pause_detail).toBe('Paused by Somebody.');
    expect(await statesOf(held.id)).toEqual([
      ['running', 'Somebody'],
      ['paused', null],
    ]);
  });

  it('of a set that the console paused holds until a person ends it', async () => {
    const held = await storeHeld();
    await failed(held);
    expect((await control('pause', held.id)).pause).toMatchObject({ code: 'person', retryAt: null });
    expect(await setRow(service, held.id)).toMatchObject({
      state: 'paused',
      control: 'pause',
      retry_at: null,
    });
  });
});

describe('to resume', () => {
  it('a paused set puts it back into the queue', async () => {
    const id = await storeSet(service, cells);
    await control('pause', id);
    expect(await control('resume', id)).toMatchObject({ state: 'queued', pause: null, asked: null });
    expect(await setRow(service, id)).toMatchObject({ control: 'run', pause_code: null, paused_at: null });
    expect((await statesOf(id)).at(-1)).toEqual(['queued', 'Somebody']);
  });

  it('a set that the console paused does not wait any longer', async () => {
    const held = await storeHeld();
    await failed(held);
    expect(await control('resume', held.id)).toMatchObject({ state: 'queued', pause: null });
    expect(await setRow(service, held.id)).toMatchObject({ retry_at: null, stumbles: 0 });
  });

  it('a set before it has come to rest takes the pause back', async () => {
    const held = await storeHeld();
    await control('pause', held.id);
    expect(await control('resume', held.id)).toMatchObject({ state: 'running', asked: null });
    expect(await setRow(service, held.id)).toMatchObject({ control: 'run', fence: held.fence });
  });
});

describe('to cancel', () => {
  it('a set that nobody runs ends it, with one outcome a cell', async () => {
    const id = await storeSet(service, cells);
    const set = await control('cancel', id);
    expect(set).toMatchObject({ state: 'cancelled', counts: { total: 3, pending: 0, cancelled: 3 } });
    expect(set.endedAt).not.toBeNull();
    expect(await outcomesOf(id)).toEqual([
      [0, 'cancelled', 0],
      [1, 'cancelled', 0],
      [2, 'cancelled', 0],
    ]);
    const states = await statesOf(id);
    expect(states[0]).toEqual(['queued', 'Somebody']);
    expect(states.at(-1)?.[0]).toBe('cancelled');
  });

  it('a paused set ends it, whoever paused it', async () => {
    const id = await storeSet(service, cells);
    await control('pause', id);
    expect(await control('cancel', id)).toMatchObject({ state: 'cancelled', pause: null });
    const held = await storeHeld();
    await failed(held);
    expect(await control('cancel', held.id)).toMatchObject({ state: 'cancelled', counts: { cancelled: 3 } });
  });

  it('a set that runs is a wish: no intent is written any more, and nothing is cancelled behind its back', async () => {
    const held = await storeHeld();
    expect(await control('cancel', held.id)).toMatchObject({ state: 'running', asked: 'cancel' });
    expect(await setRow(service, held.id)).toMatchObject({ pending: 3, fence: held.fence });
    const [first] = (await cellRows(service, held.id)).map(workCell);
    if (!first) throw new Error('It has cells.');
    const store = new ChangeSetStore(service.context(null).console, held);
    await expect(store.intend(first)).rejects.toThrow('Nothing more is to be sent');
  });

  it('a set whose worker is gone leaves alone what may have been sent, for a worker to find out', async () => {
    const held = await storeHeld();
    const [first] = (await cellRows(service, held.id)).map(workCell);
    if (!first) throw new Error('It has cells.');
    const ctx = service.context(null);
    const store = new ChangeSetStore(ctx.console, held);
    await store.claim([first]);
    await store.intend(first);
    await ctx.console.database.kysely
      .updateTable('change_set')
      .set({ lease_until: 1 })
      .where('id', '=', held.id)
      .execute();
    expect(await control('cancel', held.id)).toMatchObject({
      state: 'running',
      asked: 'cancel',
      counts: { pending: 0, unknown: 1, cancelled: 2 },
    });
    expect(await outcomesOf(held.id)).toEqual([
      [1, 'cancelled', 0],
      [2, 'cancelled', 0],
    ]);
    expect(await setRow(service, held.id)).toMatchObject({ control: 'cancel', lease_until: 0 });
  });

  it('a large set whole', async () => {
    const many = Array.from(
      { length: 2_500 },
      (_, index) => ({ ...cells[0], recordId: String(index) }) as AccessChange,
    );
    const id = await storeSet(service, many);
    const cancelled = async () => (await setRow(service, id)).cancelled;
    const { seen } = await answersDuring(service, () => control('cancel', id), cancelled);
    expect(new Set(seen).size).toBeGreaterThanOrEqual(5); // others are answered while it goes on
    await workedUntil(id, { state: 'cancelled', cancelled: 2_500 }); // of what a slow machine left to a worker
    expect(await outcomesOf(id)).toHaveLength(2_500);
  });
});

describe('a failure of the set while it runs', () => {
  /** Somebody says something of the set that runs, and then the run fails, to pause for an hour. */
  async function fails(wish: (id: string) => Promise<unknown>): Promise<string> {
    const held = await storeHeld();
    await wish(held.id);
    await failed(held, 3_600_000);
    const { retry_at, lease_until } = await setRow(service, held.id);
    const { now } = await service.database.kysely
      .selectNoFrom(service.database.dialect.now.as('now'))
      .executeTakeFirstOrThrow();
    expect(lease_until).toBe(0);
    expect(retry_at).toBeLessThan(now + 5_000);
    return held.id;
  }

  it('pauses it longer each time, until something went well', async () => {
    const held = await storeHeld();
    const stumbles = { stumbles: 3 };
    await service.database.kysely.updateTable('change_set').set(stumbles).where('id', '=', held.id).execute();
    const store = new ChangeSetStore(service.context(null).console, held);
    const [first] = (await cellRows(service, held.id)).map(workCell);
    if (!first) throw new Error('It has cells.');
    const secondsOfPause = async (): Promise<number> => {
      await failed(held, 1_000);
      const { retry_at, paused_at } = await setRow(service, held.id);
      await service.database.kysely
        .updateTable('change_set')
        .set({ lease_until: held.leaseMs + (paused_at ?? 0) })
        .where('id', '=', held.id)
        .execute();
      return Math.round(((retry_at ?? 0) - (paused_at ?? 0)) / 1_000);
    };
    expect(await secondsOfPause()).toBe(8);
    await store.record([{ cell: first, to: 'already', detail: '', after: true }]);
    expect(await secondsOfPause()).toBe(1);
    expect(await secondsOfPause()).toBe(2);
  });

  it('puts off no cancel', async () => {
    const id = await fails((set) => control('cancel', set));
    expect(await setRow(service, id)).toMatchObject({
      state: 'running',
      control: 'cancel',
      pause_code: null,
    });
  });

  it('leaves a pause by a person what it is', async () => {
    const id = await fails((set) => control('pause', set));
    const detail = { state: 'paused', pause_code: 'person', pause_detail: 'Paused by Somebody.' };
    expect(await setRow(service, id)).toMatchObject({ ...detail, control: 'pause', stumbles: 0 });
    expect((await statesOf(id)).at(-1)).toEqual(['paused', null]);
  });

  it('keeps no set from ending whose starter may no longer act', async () => {
    const id = await fails((set) =>
      service.ledger.record(async (transaction) => {
        await withdrawChangeSets(transaction, { personId: 'somebody' }, 'another administrator');
        return { facts: [], result: set };
      }),
    );
    expect(await setRow(service, id)).toMatchObject({ state: 'running', pause_code: null });
  });
});

describe('what a set does not stand for is a conflict that changes nothing', () => {
  /** Tells what is refused, and that neither row nor ledger moved. */
  async function refuses(action: Control, id: string, words: string): Promise<void> {
    const before = [await setRow(service, id), (await ledgerEntries(service)).length];
    await expect(control(action, id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(words) as string,
    });
    expect([await setRow(service, id), (await ledgerEntries(service)).length]).toEqual(before);
  }

  it('once it has ended', async () => {
    const id = await storeSet(service, cells);
    await control('cancel', id);
    for (const action of ['pause', 'resume', 'cancel'] as const)
      await refuses(action, id, 'This set has ended already. Nothing was changed.');
  });

  it('when its connection is no longer configured', async () => {
    const id = await storeSet(service, cells);
    await control('pause', id);
    const elsewhere = { connections: [{ ...service.connection, key: 'other' }] };
    await expect(control('resume', id, elsewhere)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(
        'The connection default of this set is no longer configured',
      ) as string,
    });
    expect((await setRow(service, id)).state).toBe('paused');
  });
});

describe('where its connection is no longer configured', () => {
  const connectionsOf = () => [{ ...service.connection, key: 'other' }];

  it('a set is cancelled all the same', async () => {
    const id = await storeSet(service, cells);
    await control('pause', id);
    const set = await control('cancel', id, { connections: connectionsOf() });
    expect(set).toMatchObject({ state: 'cancelled', counts: { pending: 0, cancelled: 3 } });
  });

  it('a worker ends what was never sent of one whose cancelling was interrupted', async () => {
    const held = await storeHeld();
    const [first] = (await cellRows(service, held.id)).map(workCell);
    if (!first) throw new Error('It has cells.');
    const ctx = service.context(null);
    const store = new ChangeSetStore(ctx.console, held);
    await store.claim([first]);
    await store.intend(first);
    await control('cancel', held.id);
    const { kysely } = service.database;
    await kysely.updateTable('change_set').set({ lease_until: 1 }).where('id', '=', held.id).execute();
    const found = { state: 'running', pending: 0, unknown: 1, cancelled: 2, lease_until: 0 };
    await workedUntil(held.id, found, { connections: connectionsOf() });
  });
});

it('whoever may change access may say it of any set', async () => {
  const actor = { personId: 'b', name: 'Bea', roles: ['security-administrator'], sessionId: 's' } as const;
  const id = await storeSet(service, cells);
  for (const action of ['pause', 'resume', 'cancel'] as const) await control(action, id, { actor });
  expect((await statesOf(id)).filter(([, name]) => name === 'Bea')).toHaveLength(3);
  expect(await setRow(service, id)).toMatchObject({ person_id: 'somebody' });
});

it.each(['pause', 'resume', 'cancel'] as const)(
  'to %s what is not there finds nothing, and is refused while the database is away',
  async (action) => {
    for (const id of ['some-set', 'a\u0000b'])
      await expect(control(action, id)).rejects.toMatchObject({ code: 'not-found' });
    const where = await testDatabase();
    const database = await openDatabase(where.url);
    await database.close();
    const refused = control(action, 'some-set', { database, ledger: new Ledger(database) });
    await expect(refused).rejects.toMatchObject({ code: 'ledger-unavailable' });
    await where.drop();
  },
);

describe('the steps of a set', () => {
  const stepsOf = async (changeSetId: string) => {
    const { steps = [] } = await readChanges({ ctx: service.context('auditor'), input: { changeSetId } });
    return steps.map(({ state, person, why }) => [state, person?.name ?? null, why]);
  };

  it('are told with the set, oldest first: who wanted what, and what the console did', async () => {
    const id = await storeSet(service, cells);
    expect(await stepsOf(id)).toEqual([]);
    await control('pause', id);
    await control('resume', id);
    await control('cancel', id);
    const { name } = service.context('security-administrator').request.actor ?? { name: '' };
    expect(await stepsOf(id)).toEqual([
      ['paused', name, 'A person paused it.'],
      ['queued', name, 'A person resumed it.'],
      ['queued', name, 'A person cancelled it.'],
      ['cancelled', null, ''],
    ]);
  });

  it('say where whoever ran it was lost, and nothing where it was given back', async () => {
    const parts = { ...service.context('security-administrator').console, leaseMs: 60_000 };
    const lost = await storeHeld();
    await service.database.kysely
      .updateTable('change_set')
      .set({ lease_until: 1 })
      .where('id', '=', lost.id)
      .execute();
    const taken = await takeLease(parts, lost.id, 'the next');
    expect(await stepsOf(lost.id)).toEqual([
      ['running', null, expect.stringContaining('was interrupted') as string],
    ]);
    if (!taken) throw new Error('A set whose lease has ended can be taken.');
    await new ChangeSetStore(parts, taken).rest(0);
    const again = await takeLease(parts, lost.id, 'the one after');
    expect(await stepsOf(lost.id)).toHaveLength(1);
    if (!again) throw new Error('A set that was given back can be taken.');
    await new ChangeSetStore(parts, again).rest(0);
    await control('cancel', lost.id);
  });
});
