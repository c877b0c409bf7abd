import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReferenceService } from '@/lib/reference/service';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

const SIZE = 'records=40,entities=5,lines=50';
const TSX = import.meta.resolve('tsx');
let folder = '';
let stateFile = '';
/** Tells which process holds the lock, which is the operating system's. */
let owner = '';

beforeEach(() => {
  folder = temporaryFolder('reference-lock');
  stateFile = join(folder, 'data', 'reference.db');
  owner = `${stateFile}.owner`;
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
    env: { ...process.env, REFERENCE_SIZE: SIZE, TSX_TSCONFIG_PATH: resolve('tsconfig.json') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 20_000 }).toContain('Ctrl+C');
  return child;
}

/** Leaves behind what a process that was killed would have written. */
async function leaveOwner(text: string): Promise<void> {
  const first = await start();
  await first.close();
  await writeFile(owner, text);
}

describe('the lock of the state file', () => {
  it('keeps a second process out until the first one stops', async () => {
    const child = await startProcess();
    await expect(start()).rejects.toThrow(sentence(child.pid));
    expect(await readFile(owner, 'utf8')).toBe(`${child.pid}\n`);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    expect(existsSync(owner)).toBe(false);
    await (await start()).close();
  });

  it('is taken over after a kill', async () => {
    const child = await startProcess();
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(owner)).toBe(true);
    const next = await start();
    expect(await readFile(owner, 'utf8')).toBe(`${process.pid}\n`);
    await next.close();
    expect(existsSync(owner)).toBe(false);
  });

  it('keeps a second service of the same process out', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(sentence(process.pid));
    await first.close();
    await (await start()).close();
  });

  it.each([
    ['its own number, as after the restart of a container', () => `${process.pid}\n`],
    ['no number', () => ''],
  ])('is not held by a name that was left behind: %s', async (_what, text) => {
    await leaveOwner(text());
    await (await start()).close();
    expect(await readdir(join(folder, 'data'))).toEqual(['reference.db']);
  });

  it('lets one of several starts through that meet the same leftover', async () => {
    await leaveOwner('nonsense\n');
    const outcomes = await Promise.allSettled([start(), start(), start()]);
    const running = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(running).toHaveLength(1);
    await running[0]?.close();
    expect(await readdir(join(folder, 'data'))).toEqual(['reference.db']);
  });

  it('is given back when the start fails', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await expect(startReferenceService({ size: SIZE, stateFile, port })).rejects.toThrow(/EADDRINUSE/);
    expect(existsSync(owner)).toBe(false);
    server.close();
  });
});
