import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AddReceiver } from '@/lib/contract/notices';
import { Outbox } from '@/lib/server/services/notices/outbox/outbox';
import { writeNotice } from '@/lib/server/services/notices/outbox/write-notice';
import { addReceiver } from '@/lib/server/services/notices/add-receiver';
import { changeReceiver } from '@/lib/server/services/notices/change-receiver';
import { listDeliveries } from '@/lib/server/services/notices/list-deliveries';
import { listReceivers } from '@/lib/server/services/notices/list-receivers';
import { removeReceiver } from '@/lib/server/services/notices/remove-receiver';
import { sendAgain } from '@/lib/server/services/notices/send-again';
import { testReceiver } from '@/lib/server/services/notices/test-receiver';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { startWebhookReceiver, type WebhookReceiver } from '@/tests/support/notices/webhook-receiver';

const canary = 'canary-receiver-secret-81';

let scenario: Scenario;
let hook: WebhookReceiver;

beforeEach(async () => {
  scenario = await startScenario();
  hook = await startWebhookReceiver();
});
afterEach(async () => {
  await scenario.close();
  await hook.close();
});

const context = () => {
  const ctx = scenario.context('security-administrator');
  const { config } = ctx.console;
  return scenario.context('security-administrator', {
    config: { notices: { ...config.notices, privateAddresses: true } },
  });
};
const add = (more: Partial<AddReceiver> = {}) =>
  addReceiver({
    ctx: context(),
    input: {
      name: 'Operations',
      kind: 'webhook',
      address: `${hook.url}/${canary}?sig=${canary}`,
      secret: canary,
      notices: ['outside-changes', 'log'],
      ...more,
    },
  });
const list = () => listReceivers({ ctx: context(), input: {} });

it('is added, changed and removed with an entry each, and no answer or entry holds a secret', async () => {
  const { id } = await add();
  await changeReceiver({
    ctx: context(),
    input: { receiverId: id, name: 'Night shift', secret: `${canary}-2` },
  });
  const listed = await list();
  expect(listed.value).toMatchObject([
    {
      id,
      name: 'Night shift',
      shownAddress: new URL(hook.url).host,
      hasSecret: true,
      waiting: 0,
      problem: null,
    },
  ]);
  await testReceiver({ ctx: context(), input: { receiverId: id } });
  await removeReceiver({ ctx: context(), input: { receiverId: id } });
  expect((await list()).value).toEqual([]);
  const bodies = (await scenario.ledger.read(0, 100)).map(({ body }) => body);
  const acts = bodies.flatMap((body) => {
    const { kind, act } = JSON.parse(body) as { kind: string; act?: string };
    return kind === 'notices.receiver' ? [act] : [];
  });
  expect(acts).toEqual(['added', 'changed', 'tested', 'removed']);
  expect(JSON.stringify(listed) + bodies.join()).not.toContain('canary');
  expect(hook.received[0]?.path).toContain(canary); // it was used all the same
});

it.each<[Partial<AddReceiver>, string, RegExp]>([
  [{ address: 'ftp://host/path' }, 'invalid-request', /must begin with https/],
  [{ address: 'https://user:pass@host/path' }, 'invalid-request', /user name and password/],
  [{ kind: 'mail', address: 'ann@example.com' }, 'invalid-request', /no mail server/],
  [{ kind: 'slack' }, 'invalid-request', /Only the messages of a webhook are signed/],
  [{ name: 'Taken' }, 'conflict', /called “Taken” already/],
])('is refused with words: %o', async (wrong, code, words) => {
  await add({ name: 'Taken' });
  await expect(add(wrong)).rejects.toMatchObject({ code, message: expect.stringMatching(words) as string });
  expect((await list()).value).toHaveLength(1);
});

it('has a new address in the log only where it got one', async () => {
  const { id } = await add();
  const address = `${hook.url}/${canary}?sig=${canary}`; // as a form gives it back
  await changeReceiver({ ctx: context(), input: { receiverId: id, name: 'Night shift', address } });
  await changeReceiver({ ctx: context(), input: { receiverId: id, address: `${hook.url}/other` } });
  const details = (await scenario.ledger.read(0, 100)).flatMap(({ body }) => {
    const { kind, act, detail } = JSON.parse(body) as Record<string, string>;
    return kind === 'notices.receiver' && act === 'changed' ? [detail?.includes('new address')] : [];
  });
  expect(details).toEqual([false, true]);
});

it('is tested with words that say what happened', async () => {
  const { id } = await add();
  const test = () => testReceiver({ ctx: context(), input: { receiverId: id } });
  expect(await test()).toMatchObject({ delivered: true, detail: 'The receiver took the message.' });
  hook.manner = 'redirect';
  expect(await test()).toMatchObject({
    delivered: false,
    detail: expect.stringContaining('not followed') as string,
  });
  const kinds = hook.received.map(({ text }) => (JSON.parse(text) as { type: string }).type);
  expect(kinds).toEqual(['mem-console.test', 'mem-console.test']);
});

it.each(['https://169.254.169.254/x', 'http://[fe80::1]/', 'http://[::ffff:169.254.0.1]/'])(
  'is not added at %s, which no setting allows',
  async (address) => {
    const message =
      'Its address is link-local, or of no network that messages go to. No setting allows it. Give another.';
    await expect(add({ address })).rejects.toMatchObject({
      code: 'invalid-request',
      errors: [{ path: 'address', message }],
    });
    expect((await list()).value).toEqual([]);
  },
);

it('gets again what was given up when a person sends it again, with the same number', async () => {
  const { id } = await add();
  const { database, signals, log, deliver } = context().console;
  const outbox = new Outbox({ database, signals, log, deliver });
  await database.kysely.transaction().execute((transaction) =>
    writeNotice(transaction, database.dialect, {
      ...{ kind: 'log', connection: null, key: 'a', body: { title: 'A', text: 'B', path: '/', facts: {} } },
    }),
  );
  hook.manner = 500;
  await database.kysely.updateTable('notice_delivery').set({ since: 0 }).execute(); // has waited for days
  await outbox.settle();
  const deliveries = () => listDeliveries({ ctx: context(), input: {} });
  expect((await deliveries()).value).toMatchObject([
    { number: 1, state: 'given-up', cause: 'It answered 500.' },
  ]);
  expect((await list()).value).toMatchObject([{ givenUp: 1, problem: { cause: 'It answered 500.' } }]);
  hook.manner = 200;
  expect(await sendAgain({ ctx: context(), input: { receiver: id } })).toEqual({ deliveries: 1 });
  await outbox.settle();
  expect((await deliveries()).value).toMatchObject([
    { number: 1, state: 'delivered', tries: 1, cause: null },
  ]);
  const ids = hook.received.map(({ text }) => (JSON.parse(text) as { id: string }).id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  await expect(sendAgain({ ctx: context(), input: { receiver: id } })).rejects.toMatchObject({
    code: 'conflict',
  });
});
