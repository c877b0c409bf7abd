import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { outsideListSchema } from '@/lib/contract/access/outside-changes';
import { changeListSchema, historySchema, undoPreviewSchema } from '@/lib/contract/changes/changes';
import { verificationSchema } from '@/lib/contract/changes/verification';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, cookieIn, json } from '@/tests/support/console/raw-request';
import { startReferenceProcess } from '@/tests/support/console/reference-process';
import { databaseOn } from '@/tests/support/database/test-database';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

const on = { MEM_DEMO_HISTORY: 'on' };
const note = 'tell an invented story with its own dates, written when this console first started';

/** Signs the auditor in, from this machine: demo sign-in in front of a real service takes nobody else. */
async function signIn(url: string): Promise<string> {
  const headers = { ...json, origin: url };
  const body = JSON.stringify({ role: 'auditor' });
  return cookieIn(await ask(url, '/api/session/demo', { method: 'POST', headers, body }));
}

/** What pages can know of the past, read as the auditor. */
async function pastOf({ url }: ConsoleProcess) {
  const cookie = await signIn(url);
  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const { status, text } = await ask(url, path, { headers: { cookie } });
    expect(status, path).toBe(200);
    return schema.parse(JSON.parse(text));
  };
  const { value: sets } = await read('/api/changes', changeListSchema);
  const { value: outside } = await read('/api/changes/outside', outsideListSchema);
  const verification = await read('/api/changes/verify', verificationSchema);
  return { sets, outside, verification, cookie, read };
}

type Past = Awaited<ReturnType<typeof pastOf>>;

/** What the story leaves behind, however it was told. */
function expectWholeStory({ sets, outside, verification }: Past): void {
  expect(sets).toHaveLength(14);
  expect(sets.every(({ state }) => state === 'done')).toBe(true);
  expect(sets.every(({ reason }) => reason !== '')).toBe(true);
  expect(new Set(sets.map(({ person }) => person.name))).toEqual(
    new Set(['Maya Lindqvist', 'Tom Okafor', 'Priya Nair']),
  );
  const days = sets.map(({ createdAt }) => (Date.now() - Date.parse(createdAt)) / 86_400_000);
  expect(Math.min(...days)).toBeGreaterThan(0);
  expect(Math.max(...days)).toBeGreaterThan(13);
  expect(Math.max(...days)).toBeLessThan(16);
  expect(sets.filter(({ counts }) => counts.rejected > 0).map(({ counts }) => counts)).toMatchObject([
    { total: 8, applied: 4, rejected: 4 },
  ]);
  const [undo] = sets.filter(({ kind }) => kind === 'undo');
  expect(sets.find(({ id }) => id === undo?.undoOf)).toMatchObject({
    undoneBy: undo?.id,
    reason: 'Spring catalogue',
  });
  expect(outside.map(({ count, before, after }) => [count, before, after])).toEqual(
    Array.from({ length: 4 }, () => [1, false, true]),
  );
  expect(verification).toMatchObject({ verdict: 'intact', faults: [], moreFaults: 0 });
  expect(verification.remarks).toEqual([expect.stringContaining(note)]);
}

it('an empty demo begins with fourteen days of history, which the console itself made', async () => {
  const running = await startConsole(on);
  try {
    const past = await pastOf(running);
    expectWholeStory(past);
    const { sets, read, cookie } = past;
    const sum = (state: 'applied' | 'already' | 'rejected') =>
      sets.reduce((all, { counts }) => all + counts[state], 0);
    expect([sum('applied'), sum('already'), sum('rejected')]).toEqual([95, 6, 4]);
    const ended = sets.find(({ reason }) => reason.startsWith('Project Harbour has ended'));
    expect(ended?.counts).toMatchObject({ applied: 4 });
    // What was lent for the project, and not taken back.
    const workbench = { recordType: 'Resources', recordId: 'WORKBENCH', entityId: '310' };
    const search = new URLSearchParams(workbench).toString();
    expect(await running.control('GET', `/cell?${search}`)).toMatchObject({ accessible: true });
    const { value: history } = await read(`/api/changes/history?${search}`, historySchema);
    expect(history).toMatchObject([{ person: { name: 'Tom Okafor' }, before: false, after: true }]);
    const preview = await read(`/api/changes/${ended?.id ?? ''}/undo`, undoPreviewSchema);
    expect(preview).toMatchObject({ give: 4, remove: 0, left: 0 });

    const answer = await fetch(`${running.url}/api/changes/export`, {
      method: 'POST',
      headers: { ...json, cookie, origin: running.url },
      body: JSON.stringify({ what: 'set', changeSetId: ended?.id }),
    });
    const folder = temporaryFolder('mem-demo-evidence');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    for (const name of ['README.txt', 'evidence.html'])
      expect(Buffer.from(files[name] ?? []).toString(), name).toContain(note);
    const { stdout, status } = spawnSync(process.execPath, ['verify-log.mjs', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toContain(note);
    expect(stdout).toContain('IN ORDER');
    expect(status).toBe(0);
  } finally {
    await running.stop();
  }
});

it('a second start adds nothing', async () => {
  const first = await startConsole(on);
  const before = (await pastOf(first)).sets.map(({ id }) => id);
  await first.stop();
  const second = await startConsole(on, { directory: first.directory });
  try {
    const past = await pastOf(second);
    expectWholeStory(past);
    expect(past.sets.map(({ id }) => id)).toEqual(before);
  } finally {
    await second.stop();
  }
});

it('a history that a kill broke off goes on where it was', async () => {
  const counters = z.object({ totalPosts: z.number() });
  const killed = await startConsole(on, {
    isReady: async ({ control }) => counters.parse(await control('GET', '/counters')).totalPosts > 25,
  });
  await killed.stop('SIGKILL');
  const next = await startConsole(on, { directory: killed.directory });
  try {
    expectWholeStory(await pastOf(next));
    expect(counters.parse(await next.control('GET', '/counters')).totalPosts).toBeGreaterThan(0);
  } finally {
    await next.stop();
  }
});

it('a log that has begun gets no history', async () => {
  const first = await startConsole();
  await signIn(first.url);
  await first.stop();
  const second = await startConsole(on, { directory: first.directory });
  try {
    const { sets, outside, verification } = await pastOf(second);
    expect({ sets, outside, remarks: verification.remarks }).toEqual({ sets: [], outside: [], remarks: [] });
  } finally {
    await second.stop();
  }
});

it('a real service has no demo history: none unless told, and told so the console does not start', async () => {
  const service = await startReferenceProcess('demo');
  const real = { ...service.settings, SIGN_IN: 'demo' };
  try {
    await expect(startConsole({ ...real, ...on })).rejects.toThrow(
      'MEM_DEMO_HISTORY must be off with a real service',
    );
    const running = await startConsole({ ...real, MEM_DEMO_HISTORY: '' });
    const { sets, verification } = await pastOf(running);
    await running.stop();
    expect({ sets, remarks: verification.remarks }).toEqual({ sets: [], remarks: [] });
  } finally {
    await service.stop();
  }
});

const server = process.env.TEST_POSTGRES_URL ?? '';

it.runIf(server !== '')('of two consoles that begin on one PostgreSQL, one makes the history', async () => {
  const database = await databaseOn(server);
  const settings = { ...on, DATABASE_URL: database.url };
  const both = await Promise.all([startConsole(settings), startConsole(settings)]);
  try {
    for (const one of both) {
      const { sets, verification } = await pastOf(one);
      expect(sets).toHaveLength(14);
      expect(verification.verdict).toBe('intact');
      expect(verification.remarks).toContainEqual(expect.stringContaining(note));
    }
  } finally {
    await Promise.all(both.map((one) => one.stop()));
    await database.drop();
  }
});
