import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReferenceService } from '@/lib/reference/service';

const SIZE = 'records=40,entities=5,lines=50';
const TSX = import.meta.resolve('tsx');
let folder = '';
let stateFile = '';
let lock = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reference-lock-'));
  stateFile = join(folder, 'data', 'reference.json');
  lock = `${stateFile}.lock`;
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const start = () => startReferenceService({ size: SIZE, stateFile });
const sentence = (pid: number | undefined): string =>
  `The demo data in ${stateFile} is in use by another process (${pid}). Stop it, or start this one in another folder.`;

/** `npm run reference` in a process of its own, once it runs. */
async function startProcess() {
  const child = spawn(process.execPath, ['--import', TSX, resolve('lib/reference/main.ts')], {
    cwd: folder,
    env: { ...process.env, REFERENCE_SIZE: SIZE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 20_000 }).toContain('Ctrl+C');
  return child;
}

/** Leaves a lock that names a process as another one would have written it. */
async function leaveLock(text: string): Promise<void> {
  const first = await start();
  await first.close();
  await writeFile(lock, text);
}

describe('the lock beside the state file', () => {
  it('keeps a second process out until the first one stops', async () => {
    const child = await startProcess();
    await expect(start()).rejects.toThrow(sentence(child.pid));
    expect(await readFile(lock, 'utf8')).toMatch(new RegExp(`^${child.pid} `));
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    expect(existsSync(lock)).toBe(false);
    await (await start()).close();
  });

  it('is taken over after a kill', async () => {
    const child = await startProcess();
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(lock)).toBe(true);
    const next = await start();
    expect(await readFile(lock, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    await next.close();
    expect(existsSync(lock)).toBe(false);
  });

  it('keeps a second service of the same process out', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(sentence(process.pid));
    await first.close();
    await (await start()).close();
  });

  it.each([
    ['with its own number, as after the restart of a container', () => `${process.pid} 1\n`],
    ['without a number', () => ''],
    ['with other text', () => 'nonsense\n'],
  ])('is taken over when it was left %s', async (_what, text) => {
    await leaveLock(text());
    await (await start()).close();
    expect(await readdir(join(folder, 'data'))).not.toContain('reference.json.lock');
  });

  it('holds against a living process of which only the number is known', async () => {
    await leaveLock(`${process.ppid} \n`);
    await expect(start()).rejects.toThrow(sentence(process.ppid));
    expect(await readFile(lock, 'utf8')).toBe(`${process.ppid} \n`);
  });

  it.runIf(process.platform === 'linux')(
    'is taken over when its number belongs to another process by now',
    async () => {
      await leaveLock(`${process.ppid} 1\n`);
      await (await start()).close();
    },
  );

  it('lets one of several starts through that meet the same leftover', async () => {
    await leaveLock('nonsense\n');
    const outcomes = await Promise.allSettled([start(), start(), start()]);
    const running = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(running).toHaveLength(1);
    await running[0]?.close();
    expect(await readdir(join(folder, 'data'))).toEqual([]);
  });

  it('is given back when the start fails', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await expect(startReferenceService({ size: SIZE, stateFile, port })).rejects.toThrow(/EADDRINUSE/);
    expect(existsSync(lock)).toBe(false);
    server.close();
  });
});
