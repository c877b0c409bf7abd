import { beforeAll, describe, expect, it } from 'vitest';
import { accessRowsSchema } from '@/lib/contract/access/access';
import { changesAcceptedSchema } from '@/lib/contract/changes/changes';
import type { ConsoleProcess } from '@/tests/support/console/console-process';
import { EventReader } from '@/tests/support/console/event-reader';
import { json, signInFrom } from '@/tests/support/console/raw-request';
import { behindProxy, sharedConsole } from '@/tests/support/console/shared-console';

async function listen(console: ConsoleProcess, cookie: string, lastId: number | null = null) {
  const headers = { cookie, ...(lastId === null ? {} : { 'Last-Event-ID': String(lastId) }) };
  const response = await fetch(`${console.url}/api/events`, { headers });
  if (!response.ok || !response.body) throw new Error(`The stream answered ${String(response.status)}.`);
  const reader = new EventReader(response.body);
  await reader.until((events) => events.length > 0);
  return { response, reader };
}

const send = (console: ConsoleProcess, cookie: string, method: string, path: string, body?: unknown) =>
  fetch(`${console.url}${path}`, {
    method,
    headers: { cookie, origin: console.url, ...json },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** All cells of the service, each with the value it has not. */
async function opposites(console: ConsoleProcess, cookie: string) {
  const { value } = accessRowsSchema.parse(await (await send(console, cookie, 'GET', '/api/access')).json());
  return value.map((row) => ({ ...row, accessible: !row.accessible }));
}

describe('the stream of events over HTTP', () => {
  let running: ConsoleProcess;
  beforeAll(async () => {
    running = await sharedConsole(behindProxy);
  });

  it('tells a change at once, and is held back by nothing', async () => {
    const cookie = await signInFrom(running.url, 'security-administrator');
    const { response, reader } = await listen(running, cookie);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const [change] = await opposites(running, cookie);
    const answer = await send(running, cookie, 'POST', '/api/access', change);
    expect(await answer.json()).toMatchObject({ outcome: 'applied' });
    await reader.until(() => reader.cells().length > 0);
    expect(reader.cells()).toMatchObject([{ ...change, unconfirmed: false, outside: false }]);
    await reader.stop();
  });

  it('is resumed without a gap and without a repetition in the middle of 200 changes', async () => {
    const cookie = await signInFrom(running.url, 'security-administrator');
    const first = await listen(running, cookie);
    const cells = (await opposites(running, cookie)).slice(0, 200);
    expect(cells).toHaveLength(200);
    for (let i = 0; i < 200; i += 25) {
      const accepted = await send(running, cookie, 'POST', '/api/changes', { cells: cells.slice(i, i + 25) });
      changesAcceptedSchema.parse(await accepted.json());
    }
    const heard: string[] = [];
    let { reader } = first;
    let streams = 1;
    for (;;) {
      await reader.until(() => reader.cells().length >= Math.min(20, 200 - heard.length));
      heard.push(
        ...reader
          .cells()
          .map(({ recordType, recordId, entityId }) => [recordType, recordId, entityId].join(' ')),
      );
      await reader.stop();
      if (heard.length >= 200) break;
      streams++;
      ({ reader } = await listen(running, cookie, reader.lastId));
    }
    expect(streams).toBeGreaterThan(1);
    const asked = cells.map(({ recordType, recordId, entityId }) =>
      [recordType, recordId, entityId].join(' '),
    );
    expect(heard.sort()).toEqual(asked.sort());
  });

  it('ends with the session, and tells nothing of what happens afterwards', async () => {
    const [leaving, other] = [
      await signInFrom(running.url, 'auditor'),
      await signInFrom(running.url, 'security-administrator'),
    ];
    const { reader } = await listen(running, leaving);
    expect((await send(running, leaving, 'DELETE', '/api/session')).status).toBe(200);
    const signedOutAt = performance.now();
    const change = (await opposites(running, other)).at(-1);
    while (performance.now() - signedOutAt < 1_000) await new Promise((done) => setTimeout(done, 50));
    expect((await send(running, other, 'POST', '/api/access', change)).status).toBe(200);
    await reader.untilEnd();
    expect(reader.cells()).toEqual([]);
  });
});
