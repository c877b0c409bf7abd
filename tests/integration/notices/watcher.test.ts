import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Outbox } from '@/lib/server/services/notices/outbox/outbox';
import type { NoticeBody } from '@/lib/server/services/notices/outbox/write-notice';
import { Watcher } from '@/lib/server/services/notices/watch/watcher';
import { isAnswering } from '@/lib/server/upstream/client';
import type { ConnectedConsole } from '@/tests/support/console/connected-console';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { quickPolicy, storeSet, untilSet } from '@/tests/support/changes/change-sets';
import { startWebhookReceiver } from '@/tests/support/notices/webhook-receiver';
import { tamperWith } from '@/tests/support/ledger/tampered-ledger';

const minute = 60_000;
const day = 24 * 60 * minute;

let scenario: Scenario;
let now: number;
const watchers: Watcher[] = [];

beforeEach(async () => {
  now = new Date(2026, 10, 20, 12).getTime();
  scenario = await startScenario({
    isRead: true,
    size: 'records=60,entities=8,lines=40',
    policy: { ...quickPolicy, stormAfter: 5 },
    secondReadAfterMs: 0,
    settings: { timeoutSeconds: 1 },
  });
});
afterEach(async () => {
  await scenario.faults();
  for (const watcher of watchers.splice(0)) await watcher.stop();
  await scenario.close();
});

type More = Partial<Pick<ConstructorParameters<typeof Watcher>[0], 'monthEndDay' | 'checkpoints'>>;

/** One that watches a console, and follows the log from now on. */
async function watch(at: ConnectedConsole = scenario, more: More = {}): Promise<Watcher> {
  const { database, ledger, checkpoints, signals, connections } = at.context(null).console;
  const parts = { database, ledger, checkpoints, signals, connections, log: pino({ level: 'silent' }) };
  const watcher = new Watcher({ ...parts, signInSecretExpires: null, monthEndDay: null, ...more }, () => now);
  watchers.push(watcher);
  await watcher.look();
  return watcher;
}

async function told() {
  const rows = await scenario.database.kysely
    .selectFrom('notice')
    .select(['kind', 'body'])
    .orderBy('number')
    .execute();
  return rows.map(({ kind, body }) => ({ kind, ...(JSON.parse(body) as NoticeBody) }));
}
const kinds = async () => (await told()).map(({ kind }) => kind);

it('tells changes made outside once for each read, with counts and a link, whichever replica saw them', async () => {
  const other = await scenario.replica();
  await other.connection.mirror.readAgain();
  const [one, another] = [await watch(), await watch(other)];
  for (const change of scenario.fresh(3)) await scenario.outside(change);
  for (const { mirror } of [scenario.connection, other.connection]) await mirror.readAgain();
  await Promise.all([one.look(), another.look()]);
  await watch(); // as after a restart
  const [notice, ...rest] = await told();
  expect(rest).toEqual([]);
  expect(notice).toMatchObject({
    kind: 'outside-changes',
    title: 'Reference service: 3 changes made outside the console',
    path: '/changes?kind=outside&connection=default',
  });
  const { 'Access given': given, 'Access removed': removed } = notice?.facts ?? {};
  expect(Number(given) + Number(removed)).toBe(3);
});

it('calls no access removed where an assignment without access came or went', async () => {
  const watcher = await watch();
  const at = new Date(now).toISOString();
  const outside = (entityId: string, before: boolean | null, after: boolean | null) => ({
    kind: 'access.outside' as const,
    connection: 'default',
    cell: { recordType: 'Customer', recordId: '10000', entityId },
    ...{ before, after, since: at, until: at },
  });
  await scenario.ledger.append([
    outside('100', null, true),
    outside('200', true, null),
    outside('300', true, false),
    outside('400', null, false),
    outside('500', false, null),
  ]);
  await watcher.look();
  const [{ title, facts } = { title: '', facts: {} }] = await told();
  expect(title).toContain('5 changes made outside');
  expect(facts).toMatchObject({
    'Access given': '1',
    'Access removed': '2',
    'Set up, or gone, without access': '2',
  });
  expect(facts).not.toHaveProperty('Not listed one by one');
});

it('delivers an outside change within one schedule while no page is open', async () => {
  const hook = await startWebhookReceiver();
  const often = await startScenario({ isRead: true, readEveryMinutes: 0.005 });
  const { database, signals, log, deliver } = often.context(null).console;
  const outbox = new Outbox({ database, signals, log, deliver });
  try {
    await database.kysely
      .insertInto('notice_receiver')
      .values({
        ...{ id: 'hook', name: 'Hook', kind: 'webhook', address: hook.url, secret: null },
        ...{ notices: '["outside-changes"]', cause: null, lease_owner: null },
      })
      .execute();
    (await watch(often)).start();
    outbox.start();
    often.schedule.start();
    await often.outside(often.one());
    await expect.poll(() => hook.received.length, { timeout: 30_000 }).toBe(1);
    expect(hook.received[0]?.text).toContain('Reference service: 1 change made outside the console');
  } finally {
    await outbox.stop();
    for (const watcher of watchers.splice(0)) await watcher.stop();
    await often.close();
    await hook.close();
  }
});

it('tells a set that ends with refused changes, and one that the console pauses, but no single switch', async () => {
  const watcher = await watch();
  const post = { kind: 'status', resource: 'security', method: 'POST' };
  await scenario.faults({ ...post, status: 400, message: 'No.' });
  await untilSet(scenario, await storeSet(scenario, scenario.fresh(1), 'switch'), 'done');
  const refused = await storeSet(scenario, scenario.fresh(2));
  await untilSet(scenario, refused, 'done');
  await watcher.look();
  expect(await told()).toMatchObject([
    {
      kind: 'change-sets',
      title: 'Reference service: a change set ended with 2 changes not made',
      path: `/changes/${refused}?connection=default`,
      facts: { Assignments: '2', Refused: '2' },
    },
  ]);
  await scenario.faults({ ...post, status: 403, message: 'Not for Canary Ltd.' }); // for all entities, so it is no matter of one change
  const set = await storeSet(scenario, scenario.fresh(24));
  await untilSet(scenario, set, 'paused');
  await watcher.look();
  // It fails again an hour later: that is the same pause.
  await scenario.database.kysely
    .updateTable('notice')
    .set(({ eb }) => ({ seen_at: eb('seen_at', '-', 70 * minute) }))
    .execute();
  const again = { connection: 'default', set, state: 'paused' as const, why: 'It failed again.' };
  await scenario.ledger.append([{ kind: 'set.state', ...again }]);
  await watcher.look();
  expect(await kinds()).toEqual(['change-sets', 'change-sets']);
  const paused = (await told())[1];
  expect(paused?.title).toBe('Reference service: the console paused a change set');
  expect(JSON.stringify(paused)).not.toContain('Canary');
});

it('tells a service that has been down for ten minutes once, and no single failure', async () => {
  const other = await scenario.replica();
  const [one, another] = [await watch(), await watch(other)];
  const fail = async () => {
    await scenario.faults({ kind: 'status', status: 403, resource: 'any', message: 'Not for Canary Ltd.' });
    for (const { upstream } of [scenario.connection, other.connection])
      await upstream.readMetadata().catch(() => undefined);
  };
  const look = () => Promise.all([one.look(), another.look()]);
  await fail();
  await look();
  await scenario.faults(); // one failure: the service answers the next request
  now += 11 * minute;
  await look();
  expect(await kinds()).toEqual([]);
  await fail();
  for (let minutes = 0; minutes <= 12; minutes += 4, now += 4 * minute) await look();
  expect(await kinds()).toEqual(['connection-down']);
  const [down] = await told();
  expect(down).toMatchObject({
    title: 'Reference service: the service does not answer',
    text: expect.stringContaining('does not let the console read') as string,
  });
  expect(JSON.stringify(down)).not.toContain('Canary');
  // Either replica may have told it, each by its own first failure.
  const since = [scenario.connection, other.connection].map(({ upstream }) =>
    new Date(upstream.health().lastFailure?.since ?? 0).toISOString(),
  );
  expect(since).toContain(down?.facts['Not answering since']);
});

it('tells once that a service answers again, and a new outage after that', async () => {
  const other = await scenario.replica();
  const [one, another] = [await watch(), await watch(other)];
  const look = () => Promise.all([one.look(), another.look()]);
  const outage = async () => {
    await scenario.faults({ kind: 'status', status: 403, resource: 'any' });
    for (const { upstream } of [scenario.connection, other.connection])
      await upstream.readMetadata().catch(() => undefined);
    for (let minutes = 0; minutes <= 12; minutes += 4, now += 4 * minute) await look();
  };
  await outage();
  await scenario.faults();
  await look();
  expect(await kinds()).toHaveLength(1); // another replica may still see it
  await scenario.database.kysely
    .updateTable('notice')
    .set(({ eb }) => ({ seen_at: eb('seen_at', '-', 4 * minute) }))
    .execute();
  for (let looks = 0; looks < 2; looks++) await look();
  await outage();
  expect((await told()).map(({ title, isOver = false }) => [title, isOver])).toEqual([
    ['Reference service: the service does not answer', false],
    ['Reference service: the service answers again', true],
    ['Reference service: the service does not answer', false],
  ]);
});

it('asks a service that failed for one page, also where it ignores filters', async () => {
  const watcher = await watch();
  await scenario.control('PUT', '/modes', { ignoreOptions: ['$top'], ignoreFilter: true, pageSize: 20 });
  await scenario.faults({ kind: 'status', status: 403, resource: 'any' });
  const { upstream } = scenario.connection;
  await upstream.readMetadata().catch(() => undefined);
  await scenario.faults();
  const before = upstream.budgetUse().inLastMinute;
  await watcher.look();
  expect(isAnswering(upstream.health())).toBe(true);
  expect(upstream.budgetUse().inLastMinute - before).toBe(1);
});

it('tells a doubtful read and a changed interface once while they last', async () => {
  const watcher = await watch();
  await scenario.faults({ kind: 'leavesOut', entityId: '100' });
  await scenario.connection.mirror.readAgain().catch(() => undefined);
  scenario.connection.drift = 2;
  await watcher.look();
  now += minute;
  await watcher.look();
  expect((await kinds()).sort()).toEqual(['doubtful-read', 'interface']);
  const doubtful = (await told()).find(({ kind }) => kind === 'doubtful-read');
  expect(doubtful?.text).not.toContain('100'); // the entity that is not listed
});

it('tells of an interface again when more of it has changed', async () => {
  const watcher = await watch();
  for (const drift of [2, 5, 5]) {
    scenario.connection.drift = drift;
    await watcher.look();
  }
  expect((await told()).map(({ text }) => text)).toEqual([
    'It differs in 2 places from what the console expects.',
    'It differs in 5 places from what the console expects.',
  ]);
});

it('verifies the log by itself, and tells when it was altered', async () => {
  const watcher = await watch();
  await scenario.ledger.append([
    { kind: 'request.refused', method: 'GET', path: '/', code: 'forbidden', times: 1 },
  ]);
  await watcher.look();
  await tamperWith(scenario.database, `update ledger_entry set body = '{}' where seq = 1`);
  await watcher.look();
  expect(await kinds()).toEqual([]);
  now += 10 * minute;
  await watcher.look();
  now += day;
  await watcher.look();
  expect(await told()).toMatchObject([{ kind: 'log', title: 'The log is not intact' }]);
});

it('reads the whole log no more than every 15 minutes where that fails', async () => {
  const { checkpoints } = scenario.context(null).console;
  let tries = 0;
  const folder = {
    losses: [],
    get directory() {
      tries++;
      throw new Error('no such folder');
    },
  } as unknown as typeof checkpoints.folder; // what is read of it
  const watcher = await watch(scenario, { checkpoints: { folder, key: checkpoints.key } });
  for (let minutes = 0; minutes < 30; minutes++, now += minute) await watcher.look();
  expect(tries).toBe(2);
});

it('tells a secret at 14 days, at 3 days, and when it has expired, once each', async () => {
  scenario.connection.secretExpires = '2026-12-15';
  const watcher = await watch();
  for (let days = 0; days < 30; days++, now += day) await watcher.look();
  expect((await told()).map(({ title }) => title)).toEqual([
    'Reference service: the secret for the service expires on 2026-12-15',
    'Reference service: the secret for the service expires on 2026-12-15',
    'Reference service: the secret for the service has expired',
  ]);
});

it('tells what still holds to a receiver that is added later, or asks for its kind later, once each', async () => {
  scenario.connection.secretExpires = '2026-11-29';
  scenario.connection.drift = 2;
  const watcher = await watch();
  const { kysely } = scenario.database;
  const receiver = { name: 'late', kind: 'webhook' as const, address: 'https://host/', secret: null };
  await kysely
    .insertInto('notice_receiver')
    .values({ ...receiver, id: 'late', notices: '["secret-expiring"]', cause: null, lease_owner: null })
    .execute();
  const delivered = async () => {
    now += minute;
    for (let looks = 0; looks < 2; looks++) await watcher.look();
    const rows = await kysely
      .selectFrom('notice_delivery')
      .innerJoin('notice', 'notice.number', 'notice_delivery.number')
      .select(['receiver_id', 'notice.kind', 'state'])
      .orderBy('notice.kind')
      .execute();
    return rows.map(({ receiver_id, kind, state }) => [receiver_id, kind, state].join(' '));
  };
  expect(await delivered()).toEqual(['late secret-expiring waiting']);
  await kysely.updateTable('notice_receiver').set({ notices: '["secret-expiring","interface"]' }).execute();
  expect(await delivered()).toEqual(['late interface waiting', 'late secret-expiring waiting']);
  expect(await kinds()).toHaveLength(2);
});

it('tells that a secret has expired as soon as its last day is over', async () => {
  scenario.connection.secretExpires = '2026-12-15';
  now = Date.parse('2026-12-16T00:00:00Z');
  await watch();
  expect((await told()).map(({ title }) => title)).toEqual([
    'Reference service: the secret for the service has expired',
  ]);
});

it('tells what the checks of journal lines find on the day of the month, once', async () => {
  const watcher = await watch(scenario, { monthEndDay: 31 });
  const other = await watch(await scenario.replica(), { monthEndDay: 31 });
  expect(await kinds()).toEqual([]);
  now = new Date(2026, 10, 30, 8).getTime(); // November has no 31st
  await Promise.all([watcher.look(), other.look()]);
  now += day;
  await watcher.look();
  const [notice, ...rest] = await told();
  expect(rest).toEqual([]);
  expect(notice).toMatchObject({ kind: 'month-end', path: '/journal?connection=default' });
  expect(notice?.text).toMatch(/^40 journal lines wait to be posted/);
});

it('tells of no older journal lines at the end of a month, but tries again', async () => {
  await scenario.connection.journal.readOnSchedule();
  const watcher = await watch(scenario, { monthEndDay: 30 });
  await scenario.faults({ kind: 'status', status: 403, resource: 'journal' });
  now = new Date(2026, 10, 30, 8).getTime();
  await watcher.look();
  expect(await kinds()).toEqual([]);
  await scenario.faults();
  now += 15 * minute;
  await watcher.look();
  expect(await kinds()).toEqual(['month-end']);
});
