import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOutbox, type RunningOutbox } from '@/tests/support/notices/running-outbox';
import { freePort } from '@/tests/support/console/console-process';
import { startMailServer } from '@/tests/support/notices/mail-server';
import {
  startWebhookReceiver,
  type Manner,
  type Received,
  type WebhookReceiver,
} from '@/tests/support/notices/webhook-receiver';

const minute = 60_000;
const secret = 'a webhook secret of the test';

let running: RunningOutbox;
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  running = await runOutbox();
});
afterEach(async () => {
  await running.close();
  await receiver.close();
});

interface Event {
  id: string;
  data: { number: number; title: string; link: string };
}
const eventsOf = ({ received }: WebhookReceiver): Event[] =>
  received.map(({ text }) => JSON.parse(text) as Event);
const numbers = (of: WebhookReceiver) => eventsOf(of).map(({ data }) => data.number);
const titles = (of: WebhookReceiver) => eventsOf(of).map(({ data }) => data.title);

/** As a receiver checks it. */
function isSigned({ headers, text }: Received): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const signature = createHmac('sha256', secret).update(signed).digest('base64');
  return headers['webhook-signature'] === `v1,${signature}`;
}

describe('a webhook', () => {
  it('gets a signed CloudEvent whose signature fits its time and body', async () => {
    await running.add('webhook', `${receiver.url}/hook?token=abc`, { secret });
    await running.tell('First');
    await running.outbox.settle();
    const [one] = receiver.received;
    expect(one && isSigned(one)).toBe(true);
    expect(one && isSigned({ ...one, text: one.text.replace('First', 'Other') })).toBe(false);
    expect(one?.headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
    expect(one?.path).toBe('/hook?token=abc');
    expect(Math.abs(Number(one?.headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
    expect(JSON.parse(one?.text ?? '')).toMatchObject({
      specversion: '1.0',
      id: expect.stringMatching(/^1-\d+$/) as string,
      source: 'https://console.example',
      type: 'mem-console.outside-changes',
      subject: 'default',
      data: { number: 1, title: 'First', link: 'https://console.example/changes?kind=outside' },
    });
  });

  const manners: [Manner, RegExp][] = [
    [500, /answered 500/],
    [403, /does not accept the sender/],
    ['redirect', /a redirect to another address, which is not followed/],
    ['garbage', /not valid HTTP/],
    ['close', /closed the connection/],
  ];
  it.each(manners)(
    'that answers “%s” is tried again with the same number, and the cause is kept',
    async (manner, cause) => {
      receiver.manner = manner;
      await running.add('webhook', `${receiver.url}/hook`, { secret });
      await running.tell('First');
      await running.outbox.settle();
      const [failed] = await running.deliveries();
      expect(failed).toMatchObject({
        state: 'waiting',
        tries: 1,
        cause: expect.stringMatching(cause) as string,
      });
      await running.outbox.settle();
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']); // waits for the pause, and no redirect is followed
      receiver.manner = 204;
      running.later(minute);
      await running.outbox.settle();
      expect(numbers(receiver)).toEqual([1, 1]);
      expect(new Set(eventsOf(receiver).map(({ id }) => id)).size).toBe(1);
      expect(receiver.received.every(isSigned)).toBe(true);
      expect(await running.deliveries()).toMatchObject([{ state: 'delivered', tries: 2, cause: null }]);
    },
  );

  it('that hangs, or answers without end, holds up nobody else', async () => {
    receiver.manner = 'hang';
    await running.close();
    running = await runOutbox({ limitMs: 1_000 });
    const endless = await startWebhookReceiver('endless');
    const good = await startWebhookReceiver();
    await running.add('webhook', receiver.url, { id: 'hangs' });
    await running.add('webhook', endless.url, { id: 'endless' });
    await running.add('webhook', good.url, { id: 'good' });
    await running.tell('First', 'Second');
    const settled = running.outbox.settle();
    await expect.poll(() => titles(good)).toEqual(['First', 'Second']);
    await settled; // the time limit ends the try
    const states = (await running.deliveries()).map(({ receiver_id, state, cause }) => [
      receiver_id,
      state,
      cause,
    ]);
    expect(states).toEqual([
      ['endless', 'delivered', null],
      ['endless', 'delivered', null],
      ['good', 'delivered', null],
      ['good', 'delivered', null],
      ['hangs', 'waiting', 'It did not answer in time.'],
      ['hangs', 'waiting', null],
    ]);
    await Promise.all([endless.close(), good.close()]);
  });

  it('that is down for an hour loses nothing and gets all in order, with fewer and fewer tries', async () => {
    await running.add('webhook', receiver.url);
    receiver.manner = 503;
    for (let at = 0; at < 60; at++) {
      if (at % 10 === 0) await running.tell(`Notice of minute ${String(at)}`);
      await running.outbox.settle();
      running.later(minute);
    }
    const tries = receiver.received.length;
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(15);
    receiver.manner = 200;
    running.later(15 * minute);
    await running.outbox.settle();
    const all = numbers(receiver);
    expect(new Set(all.slice(0, tries))).toEqual(new Set([1])); // nothing overtakes the first
    expect(all.slice(tries)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('that is down for a day has its messages given up, which goes on with newer ones', async () => {
    await running.add('webhook', receiver.url);
    receiver.manner = 500;
    await running.tell('Old');
    await running.outbox.settle();
    running.later(24 * 60 * minute);
    await running.tell('New');
    await running.outbox.settle();
    expect(await running.deliveries()).toMatchObject([
      { number: 1, state: 'given-up', cause: 'It answered 500.' },
      { number: 2, state: 'waiting' },
    ]);
    receiver.manner = 200;
    running.later(15 * minute);
    await running.outbox.settle();
    expect(titles(receiver)).toEqual(['Old', 'Old', 'New']);
  });

  it('gets each message once from two replicas that deliver at the same time', async () => {
    await running.add('webhook', receiver.url);
    const names = Array.from({ length: 20 }, (_, at) => `Notice ${String(at)}`);
    await running.tell(...names);
    const [one, other] = [running.outbox, running.replica()];
    await Promise.all([one.settle(), other.settle()]);
    await one.settle();
    expect(titles(receiver)).toEqual(names);
  });
});

it('a message of a number that was given before a restore has an ID of its own', async () => {
  await running.add('webhook', receiver.url);
  await running.tell('Before');
  await running.outbox.settle();
  await running.database.kysely.deleteFrom('notice').execute(); // as in a backup from before it
  running.later(minute);
  await running.tell('After');
  await running.outbox.settle();
  const events = eventsOf(receiver);
  expect(events.map(({ data }) => [data.number, data.title])).toEqual([
    [1, 'Before'],
    [1, 'After'],
  ]);
  expect(events[1]?.id).not.toBe(events[0]?.id);
});

it('the messages of a replica that was killed are delivered by another one, a minute later', async () => {
  await running.add('webhook', receiver.url);
  receiver.manner = 'hang';
  await running.tell('First');
  const killed = running.replica();
  void killed.settle();
  await expect.poll(() => receiver.received.length).toBe(1); // it has the lease, and is never heard of again
  receiver.manner = 200;
  await running.outbox.settle();
  expect(receiver.received).toHaveLength(1);
  running.later(minute);
  await running.outbox.settle();
  expect(numbers(receiver)).toEqual([1, 1]);
  await killed.stop();
  expect(await running.deliveries()).toMatchObject([{ state: 'delivered' }]);
});

describe('an address', () => {
  it.each([
    ['http://localhost:PORT/', /must begin with https/],
    ['https://localhost:PORT/', /private network or of this machine/],
    ['https://127.0.0.1:PORT/', /private network or of this machine/],
    ['https://[::ffff:127.0.0.1]:PORT/', /private network or of this machine/],
    ['https://169.254.169.254/latest/meta-data', /link-local/],
  ])('%s is not reached unless the operator allows it', async (address, cause) => {
    const fenced = await runOutbox({ privateAddresses: false });
    await fenced.add('webhook', address.replace('PORT', new URL(receiver.url).port));
    await fenced.tell('First');
    await fenced.outbox.settle();
    expect((await fenced.deliveries())[0]?.cause).toMatch(cause);
    expect(receiver.received).toEqual([]);
    await fenced.close();
  });
});

it('Teams gets a card and Slack gets blocks, with a link and the number', async () => {
  await running.add('teams', `${receiver.url}/teams`, { id: 'teams' });
  await running.add('slack', `${receiver.url}/slack`, { id: 'slack' });
  await running.tell('Eleven *changes* <b>outside</b>');
  await running.outbox.settle();
  const textTo = (path: string) => receiver.received.find((one) => one.path === path)?.text ?? '';
  expect(JSON.parse(textTo('/teams'))).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          actions: [{ type: 'Action.OpenUrl', url: 'https://console.example/changes?kind=outside' }],
        },
      },
    ],
  });
  expect(textTo('/teams')).toContain('Notice 1');
  expect(JSON.parse(textTo('/slack'))).toMatchObject({
    text: 'Eleven *changes* &lt;b&gt;outside&lt;/b&gt;',
    blocks: [{ type: 'header' }, { type: 'section' }, { type: 'context' }],
  });
  expect(textTo('/slack')).toContain(
    '<https://console.example/changes?kind=outside|Open in the console> · Notice 1',
  );
});

describe('mail', () => {
  it('is read by its recipients, and sent again with the same number after the server was down', async () => {
    const mail = await startMailServer();
    const mailing = await runOutbox({ mail: { url: mail.url, from: 'console@example.com' } });
    try {
      await mailing.add('mail', 'ann@example.com, ben@example.com');
      mail.refuses = true;
      await mailing.tell('Eleven changes outside');
      await mailing.outbox.settle();
      expect((await mailing.deliveries())[0]?.cause).toBe(
        'The mail server refused the sender or a recipient (it answered 550).',
      );
      mail.refuses = false;
      mailing.later(minute);
      await mailing.outbox.settle();
      const [got] = mail.mails;
      expect(got?.to).toEqual(['ann@example.com', 'ben@example.com']);
      expect(got?.text).toContain('Subject: Eleven changes outside');
      expect(got?.text).toMatch(/Message-ID: <notice-1-\d+@console\.example>/);
      expect(got?.text).toMatch(
        /Date: [A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000\r?\n/,
      );
      expect(got?.text).toContain('Found at: 20 Nov 2026, 12:00:05 UTC');
      expect(got?.text).toContain('https://console.example/changes?kind=outside');
    } finally {
      await mailing.close();
      await mail.close();
    }
  });

  it('that is refused for one recipient and taken for another is told so, and repeated to nobody', async () => {
    const mail = await startMailServer();
    const mailing = await runOutbox({ mail: { url: mail.url, from: 'console@example.com' } });
    try {
      await mailing.add('mail', 'ann@example.com, ben@example.com');
      mail.refuses = 'ann@example.com';
      await mailing.tell('First');
      await mailing.outbox.settle();
      await mailing.outbox.settle();
      expect(mail.mails.map(({ to }) => to)).toEqual([['ben@example.com']]);
      expect(await mailing.deliveries()).toMatchObject([
        {
          state: 'delivered',
          cause: 'The mail server refused 1 of 2 addresses, and took the message for the other.',
        },
      ]);
    } finally {
      await mailing.close();
      await mail.close();
    }
  });

  it('leaves no connection behind where the server does not answer', async () => {
    const mail = await startMailServer();
    const mailing = await runOutbox({ mail: { url: mail.url, from: 'console@example.com' } });
    try {
      await mailing.add('mail', 'ann@example.com');
      mail.hangs = true;
      await mailing.tell('First');
      await mailing.outbox.look();
      await expect.poll(() => mail.connections()).toBe(1);
      await mailing.outbox.stop();
      await expect.poll(() => mail.connections(), { timeout: 3_000 }).toBe(0);
    } finally {
      await mailing.close();
      await mail.close();
    }
  });

  it('names the server that cannot be reached, and why', async () => {
    const port = String(await freePort());
    const url = `smtp://console:canary-mail-password@127.0.0.1:${port}`;
    const mailing = await runOutbox({ mail: { url, from: 'console@example.com' } });
    await mailing.add('mail', 'ann@example.com');
    await mailing.tell('First');
    await mailing.outbox.settle();
    expect((await mailing.deliveries())[0]?.cause).toBe(
      `The mail server 127.0.0.1:${port} refused the connection (ECONNREFUSED).`,
    );
    await mailing.close();
  });

  it('tells a wrong password as a cause that does not hold it', async () => {
    const mail = await startMailServer();
    const url = mail.url.replace('a%20mail%20password', 'canary-mail-password');
    const mailing = await runOutbox({ mail: { url, from: 'console@example.com' } });
    await mailing.add('mail', 'ann@example.com');
    await mailing.tell('First');
    await mailing.outbox.settle();
    expect((await mailing.deliveries())[0]?.cause).toBe(
      'The mail server refused the sign-in of MAIL_URL (it answered 535).',
    );
    expect(mailing.logged()).toContain('could not be delivered');
    expect(mailing.logged()).not.toContain('canary');
    await mailing.close();
    await mail.close();
  });
});
