import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { expectWholeStory, pastOf } from '@/tests/support/console/demo-past';
import { ask, signInFrom } from '@/tests/support/console/raw-request';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/* One folder of data, and the consoles that follow one another on it: two are killed, the third ends. */

const temporary = temporaryFolder('mem-killed');
const settings = { TMPDIR: temporary, MEM_DEMO_HISTORY: 'on' };
const counters = z.object({ totalPosts: z.number() });
let running: ConsoleProcess;

beforeAll(async () => {
  const killed = await startConsole(settings, {
    isReady: async ({ control }) => counters.parse(await control('GET', '/counters')).totalPosts > 25,
  });
  await killed.stop('SIGKILL');
  running = await startConsole(settings, { directory: killed.directory });
});
afterAll(() => running.stop());

/** Files that the process has open, also those that have no name any more. */
function openFiles({ pid }: ConsoleProcess): string[] {
  const folder = `/proc/${String(pid)}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      return []; // closed meanwhile
    }
  });
}

it('a history that a kill broke off goes on where it was', async () => {
  expectWholeStory(await pastOf(running));
  expect(counters.parse(await running.control('GET', '/counters')).totalPosts).toBeGreaterThan(0);
});

it('a console that is killed leaves nothing behind, and its next start adds nothing to the history', async () => {
  const { directory } = running;
  const data = (): string[] => readdirSync(join(directory, 'data'));
  const before = (await pastOf(running)).sets.map(({ id }) => id);
  const cookie = await signInFrom(running.url, 'accountant');
  expect((await ask(running.url, '/api/journal?q=e', { headers: { cookie } })).status).toBe(200);
  expect(openFiles(running).filter((path) => path.startsWith(join(temporary, 'journal-')))).toHaveLength(1);
  const usual = data();
  await running.stop('SIGKILL');
  expect(readdirSync(temporary)).toEqual([]);
  running = await startConsole(settings, { directory });
  const past = await pastOf(running);
  expectWholeStory(past);
  expect(past.sets.map(({ id }) => id)).toEqual(before);
  await running.stop();
  expect(readdirSync(temporary)).toEqual([]);
  expect(data().filter((name) => !usual.includes(name))).toEqual([]);
});
