import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeStateFile } from '@/lib/reference/data/state-file';
import { startReferenceService, type RunningReference } from '@/lib/reference/service';
import { readConfig } from '@/lib/server/config/config';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

const SIZE = 'records=40,entities=5,lines=50';
const TSX = import.meta.resolve('tsx');
let folder = '';
let stateFile = '';

beforeEach(() => {
  folder = temporaryFolder('reference');
  stateFile = join(folder, 'deep', 'state.db');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const set = (running: {
  baseUrl: string;
  tenantId: string;
  environment: string;
  publisher: string;
  companyId: string;
}) =>
  `${running.baseUrl}/v2.0/${running.tenantId}/${running.environment}/api/${running.publisher}/bssiMem/v1.0/companies(${running.companyId})/bssiMEMMasterRecordSecurity`;

async function rowsOf(running: RunningReference): Promise<unknown> {
  return ((await (await fetch(set(running))).json()) as { value: unknown }).value;
}

async function give(url: string, entity: string, accessible: boolean): Promise<number> {
  const body = JSON.stringify({
    BssiMasterRecordType: 'Customer',
    BssiMasterRecordID: '10000',
    BssiEntityID: entity,
    BssiAccessible: accessible,
  });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

describe('the state file', () => {
  it('brings changes and posted batches back after a restart', async () => {
    const first = await startReferenceService({ size: SIZE, stateFile });
    await give(set(first), '999', true);
    await give(set(first), '000', false);
    await fetch(`${first.controlUrl}/outside-posting`, {
      method: 'POST',
      body: '{"template":"ITEM","batch":"DEFAULT"}',
    });
    const changed = await rowsOf(first);
    await first.close();

    const second = await startReferenceService({ size: SIZE, stateFile });
    expect(second.notice).toBeNull();
    expect(await rowsOf(second)).toEqual(changed);
    const control = (await (await fetch(second.controlUrl)).json()) as { rows: { journal: number } };
    expect(control.rows.journal).toBeLessThan(50);
    await second.close();
  });

  it('survives a kill', async () => {
    const child = spawn(process.execPath, ['--import', TSX, resolve('lib/reference/main.ts')], {
      cwd: folder,
      env: { ...process.env, REFERENCE_SIZE: SIZE, TSX_TSCONFIG_PATH: resolve('tsconfig.json') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((done) => child.once('exit', done));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output, { timeout: 20_000 }).toContain('Ctrl+C');
    const url = /curl -g '([^'?]+)/.exec(output)?.[1] ?? '';
    expect(await give(url, '999', true)).toBe(200);
    for (const accessible of [false, true, false]) expect(await give(url, '000', accessible)).toBe(200);
    child.kill('SIGKILL');
    await ended;
    const again = await startReferenceService({ size: SIZE, stateFile: join(folder, 'data/reference.db') });
    expect(JSON.stringify(await rowsOf(again))).toContain(
      '"BssiMasterRecordID":"10000","BssiEntityID":"999","BssiAccessible":true',
    );
    expect(JSON.stringify(await rowsOf(again))).toContain(
      '"BssiMasterRecordID":"10000","BssiEntityID":"000","BssiAccessible":false',
    );
    await again.close();
    expect(await readdir(join(folder, 'data'))).toEqual(['reference.db']);
  });

  it('forgets with the control port’s reset, in the file too', async () => {
    const first = await startReferenceService({ size: SIZE, stateFile });
    const plain = await rowsOf(first);
    await give(set(first), '999', true);
    await fetch(`${first.controlUrl}/reset`, { method: 'POST' });
    await first.close();
    const second = await startReferenceService({ size: SIZE, stateFile });
    expect(await rowsOf(second)).toEqual(plain);
    await second.close();
  });

  it('that cannot be written is told on the control port, and changes live in memory', async () => {
    await writeFile(join(folder, 'file'), '');
    const running = await startReferenceService({ size: SIZE, stateFile: join(folder, 'file', 'state.db') });
    const { stateFailure } = (await (await fetch(running.controlUrl)).json()) as { stateFailure: string };
    expect(running.notice).toBe(stateFailure);
    expect(stateFailure).toMatch(/^The state file .*state\.db could not be written: /);
    expect(await give(set(running), '999', true)).toBe(200);
    expect(JSON.stringify(await rowsOf(running))).toContain(
      '"BssiMasterRecordID":"10000","BssiEntityID":"999","BssiAccessible":true',
    );
    await expect(running.close()).rejects.toThrow(stateFailure);
  });

  it.each(['[]', '{'.repeat(9_000)])('refuses the broken file %j and leaves it as it is', async (text) => {
    const broken = join(folder, 'broken.db');
    await writeFile(broken, text);
    await expect(startReferenceService({ size: SIZE, stateFile: broken })).rejects.toThrow(
      /is broken, so nothing was started/,
    );
    expect(await readFile(broken, 'utf8')).toBe(text);
  });

  it('refuses a file of another format', async () => {
    await (await startReferenceService({ size: SIZE, stateFile })).close();
    const newer = new Database(stateFile);
    newer.pragma('user_version = 2');
    newer.close();
    await expect(startReferenceService({ size: SIZE, stateFile })).rejects.toThrow(
      /is no state file of this version, so nothing was started/,
    );
  });

  it('refuses somebody else’s database and leaves it as it is, also where it is to forget', async () => {
    const foreign = join(folder, 'foreign.db');
    const theirs = new Database(foreign);
    theirs.exec('create table invoice (id integer); pragma user_version = 1');
    theirs.close();
    await expect(startReferenceService({ size: SIZE, stateFile: foreign })).rejects.toThrow(
      /foreign\.db is no state file of this version/,
    );
    expect(() => removeStateFile(foreign)).toThrow(/is no state file/);
    const still = new Database(foreign);
    expect(still.prepare('select name from sqlite_schema').all()).toEqual([{ name: 'invoice' }]);
    still.close();
  });

  it('refuses a file of which pages were overwritten', async () => {
    await (await startReferenceService({ size: SIZE, stateFile })).close();
    const bytes = await readFile(stateFile);
    await writeFile(
      stateFile,
      Buffer.concat([bytes.subarray(0, 4_096), Buffer.alloc(bytes.length - 4_096, 7)]),
    );
    await expect(startReferenceService({ size: SIZE, stateFile })).rejects.toThrow(
      /is broken, so nothing was started/,
    );
  });
});

describe('npm run reference', () => {
  async function run(
    args: string[],
    env: Record<string, string>,
  ): Promise<{ code: number | null; out: string; err: string }> {
    const child = spawn(process.execPath, ['--import', TSX, resolve('lib/reference/main.ts'), ...args], {
      cwd: folder,
      env: { ...process.env, ...env, TSX_TSCONFIG_PATH: resolve('tsconfig.json') },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('Ctrl+C')) child.kill('SIGTERM');
    });
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const code = await new Promise<number | null>((done) => child.once('exit', done));
    return { code, out, err };
  }

  it('refuses an option that it does not know, with one message', async () => {
    const { code, err } = await run(['--what'], {});
    expect([code, err]).toEqual([1, expect.stringMatching(/^[^\n]*"--what" is not understood[^\n]*\n$/)]);
  });

  it('prints settings that a console takes, names data it does not read, and stops cleanly', async () => {
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data', 'reference.json'), '{"format":1,"worlds":{}}');
    const { code, out, err } = await run([], { REFERENCE_SIZE: SIZE });
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('data/reference.json is of an earlier version and is not read');
    for (const text of ['control URL', 'curl -X PUT']) expect(out).toContain(text);
    const settings: Record<string, string> = {};
    for (const [, name = '', value = ''] of out.matchAll(/^ {2}([A-Z_]+)=(\S+)$/gm)) settings[name] = value;
    expect(settings.SIGN_IN).toBe('demo');
    const { config, warnings } = readConfig(settings);
    expect(warnings).toEqual([]);
    expect(config.connections).toMatchObject([{ baseUrl: settings.MEM_BASE_URL, auth: { mode: 'none' } }]);
    const line = out.split('\n').find((one) => one.endsWith(' npm start'));
    expect(line?.trim().split(' ').slice(0, -2)).toEqual(
      Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    );
  });

  it('--reset says what it did, and is refused while another process uses the data', async () => {
    const stateFile = join(folder, 'data', 'reference.db');
    const plain = await startReferenceService({ size: SIZE });
    const before = await rowsOf(plain);
    await plain.close();
    const first = await startReferenceService({ size: SIZE, stateFile });
    await give(set(first), '999', true);
    const refused = await run(['--reset'], { REFERENCE_SIZE: SIZE });
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toBe(
      `The demo data in data/reference.db is in use by another process (${process.pid}). Stop it, or start this one in another folder.\n`,
    );
    await first.close();
    const second = await startReferenceService({ size: SIZE, stateFile });
    expect(await rowsOf(second)).not.toEqual(before);
    await second.close();
    const { code, out } = await run(['--reset'], { REFERENCE_SIZE: SIZE });
    expect(code).toBe(0);
    expect(out).toMatch(/^All changes were forgotten \(data\/reference\.db\)\.\n/);
    const third = await startReferenceService({ size: SIZE, stateFile });
    expect(await rowsOf(third)).toEqual(before);
    await third.close();
  });

  it('runs twice from one folder, where the second has a file of its own', async () => {
    const stateFile = join(folder, 'data', 'reference.db');
    const first = await startReferenceService({ size: SIZE, stateFile });
    const env = { REFERENCE_SIZE: SIZE, REFERENCE_STATE_FILE: join(folder, 'second.db') };
    const { code, out } = await run([], env);
    expect([code, existsSync(env.REFERENCE_STATE_FILE)]).toEqual([0, true]);
    expect(out).toContain(`state file    ${env.REFERENCE_STATE_FILE}`);
    await first.close();
  });

  it('--reset starts over, also from a broken file', async () => {
    const first = await startReferenceService({
      size: SIZE,
      stateFile: join(folder, 'data', 'reference.db'),
    });
    await give(set(first), '999', true);
    await first.close();
    await writeFile(join(folder, 'data', 'reference.db'), 'broken');
    expect((await run([], { REFERENCE_SIZE: SIZE })).code).toBe(1);
    expect((await run(['--reset'], { REFERENCE_SIZE: SIZE })).code).toBe(0);
  });
});
