import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, signInFrom } from '@/tests/support/console/raw-request';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

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

it('a console that is killed leaves nothing behind beyond what its next start removes', async () => {
  const temporary = temporaryFolder('mem-killed');
  const settings = { TMPDIR: temporary, REFERENCE_SIZE: 'records=60,entities=6,lines=60' };
  const first = await startConsole(settings);
  const { directory } = first;
  const data = (): string[] => readdirSync(join(directory, 'data')).sort();
  const work = async (running: ConsoleProcess): Promise<void> => {
    const cookie = await signInFrom(running.url, 'accountant');
    // Searching in several fields needs a copy of all lines.
    expect((await ask(running.url, '/api/journal?q=e', { headers: { cookie } })).status).toBe(200);
    expect(openFiles(running).filter((path) => path.startsWith(join(temporary, 'journal-')))).toHaveLength(1);
  };
  await work(first);
  await first.stop();
  const usual = data();
  const killed = await startConsole(settings, { directory });
  await work(killed);
  await killed.stop('SIGKILL');
  expect(readdirSync(temporary)).toEqual([]);
  await (await startConsole(settings, { directory })).stop();
  expect(data()).toEqual(usual);
  expect(readdirSync(temporary)).toEqual([]);
});
