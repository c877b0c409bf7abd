import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { accessSummarySchema } from '@/lib/contract/access/access-summary';
import { changeListSchema } from '@/lib/contract/changes/changes';
import { sessionSchema } from '@/lib/contract/session/session';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { EventReader } from '@/tests/support/console/event-reader';
import { ask, problemIn } from '@/tests/support/console/raw-request';
import { writeSession } from '@/tests/support/console/written-session';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/* A console whose operator chose otherwise than usual: reasons are required, names are their own, sessions end soon. */

let running: ConsoleProcess;
beforeAll(async () => {
  const file = join(temporaryFolder('mem-names'), 'names.csv');
  writeFileSync(file, 'recordType,recordId,entityId,name,group\n,,000,Contoso Canary,Secret holding\n');
  running = await startConsole({
    REFERENCE_SIZE: 'records=60,entities=6,lines=60',
    ACCESS_REASON: 'required',
    MEM_LABELS_FILE: file,
    SESSION_IDLE_MINUTES: '0.2',
  });
});
afterAll(() => running.stop());

it('a console that wants reasons refuses a change without one, and says so beforehand', async () => {
  const { cookie } = writeSession(running, 'demo', ['security-administrator']);
  const headers = { cookie, origin: running.url, 'content-type': 'application/json' };
  const session = await ask(running.url, '/api/session', { headers: { cookie } });
  expect(sessionSchema.parse(JSON.parse(session.text)).accessReason).toBe('required');
  const cell = { recordType: 'Customer', recordId: '10000', entityId: '100' };
  const search = new URLSearchParams(cell).toString();
  const { accessible } = (await running.control('GET', `/cell?${search}`)) as { accessible: boolean }; // the control port's own shape
  const change = { ...cell, accessible: !accessible };
  const post = (path: string, body: object) =>
    ask(running.url, path, { method: 'POST', headers, body: JSON.stringify(body) });
  for (const answer of [await post('/api/access', change), await post('/api/changes', { cells: [change] })]) {
    expect(answer.status).toBe(400);
    expect(problemIn(answer)).toMatchObject({ code: 'invalid-request', errors: [{ path: 'reason' }] });
  }
  const reason = 'Asked for by the branch';
  expect((await post('/api/access', { ...change, reason })).status).toBe(200);
  const list = await ask(running.url, '/api/changes', { headers: { cookie } });
  expect(changeListSchema.parse(JSON.parse(list.text)).value).toMatchObject([{ kind: 'switch', reason }]);
});

it('the sign-in page leaves out names that an operator gave the demo in a file of their own', async () => {
  const { cookie } = writeSession(running, 'demo', ['auditor']);
  const { entities } = await vi.waitFor(async () => {
    const { text } = await ask(running.url, '/api/access/summary', { headers: { cookie } });
    const summary = accessSummarySchema.parse(JSON.parse(text));
    expect(summary.complete).toBe(true);
    return summary;
  }, 20_000);
  expect(entities[0]).toEqual({ entityId: '000', name: 'Contoso Canary', group: 'Secret holding' });
  const { text } = await ask(running.url, '/sign-in');
  expect(text).toContain('Shares of access');
  expect(text).not.toMatch(/Contoso Canary|Secret holding/);
});

it('a stream of events keeps no session alive', async () => {
  const { cookie } = writeSession(running, 'demo', ['auditor']);
  const { body } = await fetch(`${running.url}/api/events`, { headers: { cookie } });
  if (!body) throw new Error('There is no stream.');
  await new EventReader(body).untilEnd(); // the test's own limit is the judge
  expect((await ask(running.url, '/api/session', { headers: { cookie } })).status).toBe(401);
});
