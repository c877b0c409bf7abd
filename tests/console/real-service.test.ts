import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { accessSummarySchema } from '@/lib/contract/access/access-summary';
import { labelsSchema } from '@/lib/contract/access/labels';
import { changeListSchema } from '@/lib/contract/changes/changes';
import { verificationSchema } from '@/lib/contract/changes/verification';
import { sessionListSchema } from '@/lib/contract/session/session';
import { startReferenceService, type RunningReference } from '@/lib/reference/service';
import { connectionSettings } from '@/tests/support/console/connections-file';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, cookieIn, json } from '@/tests/support/console/raw-request';
import { writeSession } from '@/tests/support/console/written-session';

/* A console with demo sign-in in front of a real service, which is the demo's own, though the console cannot know. */

let service: RunningReference;
let running: ConsoleProcess;
let cookie = '';
beforeAll(async () => {
  service = await startReferenceService({ stateFile: null });
  const usual = { MEM_LABELS_FILE: '', MEM_DEMO_HISTORY: '' }; // unset, as outside of tests
  running = await startConsole({ ...connectionSettings([{ label: 'Real', place: service }]), ...usual });
  ({ cookie } = writeSession(running, 'demo', ['auditor']));
});
afterAll(async () => {
  await running.stop();
  await service.close();
});

const read = async (path: string): Promise<unknown> =>
  JSON.parse((await ask(running.url, path, { headers: { cookie } })).text);

it('a real service has no demo history', async () => {
  const { value } = changeListSchema.parse(await read('/api/changes'));
  const { remarks } = verificationSchema.parse(await read('/api/changes/verify'));
  expect({ sets: value, remarks }).toEqual({ sets: [], remarks: [] });
});

it('a real service has no names of the demo', async () => {
  const labels = labelsSchema.parse(await read('/api/access/labels?connection=real'));
  expect(labels).toEqual({ records: [], entities: [] });
});

it('the sign-in page tells nothing of a real service, though the console has read all of it', async () => {
  const { recordTypes } = await vi.waitFor(async () => {
    const summary = accessSummarySchema.parse(await read('/api/access/summary?connection=real'));
    expect(summary.complete).toBe(true);
    return summary;
  }, 60_000);
  expect(recordTypes.length).toBeGreaterThan(0);
  const visitors: Record<string, string>[] = [{}, { cookie }];
  for (const headers of visitors) {
    const { text } = await ask(running.url, '/sign-in', { headers });
    expect(text).toContain('Changes made here are real');
    expect(text).toContain('the real service');
    expect(text).not.toMatch(/Shares of access|Who may use what|\d%/);
    for (const { recordType } of recordTypes) expect(text).not.toContain(`>${recordType}<`);
  }
});

it('demo sign-in to a real service serves nobody whom a proxy on this machine lets in', async () => {
  expect((await ask(running.url, '/api/health')).status).toBe(200);
  const knock = { method: 'POST', body: JSON.stringify({ role: 'security-administrator' }) };
  const headers = { ...json, origin: running.url };
  const proxiedAs: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { via: '1.1 balancer' },
    { host: 'console.example.com' },
  ];
  const sessions = async (by: string): Promise<number> => {
    const answer = await ask(running.url, '/api/sessions?whose=everyone', { headers: { cookie: by } });
    return sessionListSchema.parse(JSON.parse(answer.text)).value.length;
  };
  const { cookie: administrator } = writeSession(running, 'demo', ['security-administrator']);
  const before = await sessions(administrator);
  for (const more of proxiedAs) {
    const asked = { ...knock, headers: { ...headers, ...more } };
    expect((await ask(running.url, '/api/session/demo', asked)).status).toBe(403);
  }
  expect(await sessions(administrator)).toBe(before);
  const direct = await ask(running.url, '/api/session/demo', { ...knock, headers });
  expect(await sessions(cookieIn(direct))).toBe(before + 1);
});
