import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import Database from 'libsql';
import type { APIRequestContext } from '@playwright/test';
import { signedCheckpointSchema, type LedgerEntry } from '@/lib/contract/ledger';
import { verificationSchema } from '@/lib/contract/verification';
import { startConsole, type ConsoleProcess } from '@/tests/support/console-process';
import { expect, signInBy, test } from '@/tests/support/console-test';

const change = { recordType: 'Customer', recordId: '10000', entityId: '100', accessible: true };

/** Takes the whole log as evidence, checks it with the tool inside, and reads its entries. */
async function takenLog(request: APIRequestContext, url: string): Promise<LedgerEntry[]> {
  const answer = await request.post(`${url}/api/changes/export`, {
    data: { what: 'ledger' },
    headers: { Origin: url },
  });
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-disposition']).toMatch(
    /^attachment; filename="evidence-ledger-\w+\.zip"$/,
  );
  const folder = mkdtempSync(join(tmpdir(), 'mem-taken-'));
  try {
    for (const [name, bytes] of Object.entries(unzipSync(await answer.body())))
      writeFileSync(join(folder, name), bytes);
    const { status, stdout } = spawnSync(process.execPath, ['verify-log.mjs', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toContain('IN ORDER');
    expect(status).toBe(0);
    const lines = readFileSync(join(folder, 'chain.jsonl'), 'utf8').trimEnd().split('\n').slice(1, -1);
    return lines.map((line) => (JSON.parse(line) as { entry: LedgerEntry }).entry); // written by the console
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const post = (request: APIRequestContext, { url }: ConsoleProcess, data: unknown) =>
  request.post(`${url}/api/access`, { data, headers: { Origin: url } });

test('a change, a sign-in and refusals are in the log that somebody takes away; strangers are not', async ({
  request,
  console,
}) => {
  expect((await post(request, console, change)).status()).toBe(401);
  await signInBy(request, console.url, 'accountant');
  for (let i = 0; i < 3; i++) expect((await post(request, console, change)).status()).toBe(403);
  expect((await request.get('/api/changes/verify')).status()).toBe(403);
  await signInBy(request, console.url, 'security-administrator');
  expect((await post(request, console, change)).status()).toBe(200);
  const entries = await takenLog(request, console.url);
  const [started] = entries
    .filter((entry) => entry.kind === 'session.started' && entry.actor?.roles.includes('accountant'))
    .slice(-1);
  const session = started && 'session' in started ? started.session : '';
  const refused = entries.filter(
    (entry) => entry.kind === 'request.refused' && entry.actor?.session === session,
  );
  expect(refused).toMatchObject([
    { actor: { roles: ['accountant'] }, method: 'POST', path: '/api/access', code: 'forbidden', times: 1 },
    { actor: { roles: ['accountant'] }, method: 'GET', path: '/api/changes/verify', times: 1 },
  ]);
  expect(entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['session.started', 'session.ended', 'set.created', 'change.outcome', 'exported']),
  );
  const verification = verificationSchema.parse(await (await request.get('/api/changes/verify')).json());
  expect(verification).toMatchObject({ verdict: 'intact', faults: [] });
});

test('the verifier is there for whoever wants it, without a session', async ({ request }) => {
  for (const name of ['verify-log.mjs', 'verify-log-chain.mjs']) {
    const answer = await request.get(`/${name}`);
    expect(answer.headers()['content-type']).toContain('javascript');
    expect(await answer.text()).toBe(readFileSync(join('public', name), 'utf8'));
  }
});

test('a press on the Changes page takes evidence away, which holds without the console', async ({
  page,
  signIn,
}) => {
  await signIn('auditor');
  await page.goto('/changes');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Evidence of everything' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^evidence-ledger-\w+\.zip$/);
  await expect(page.getByText('Evidence of everything was made')).toBeVisible();
  const folder = mkdtempSync(join(tmpdir(), 'mem-taken-'));
  await file.saveAs(join(folder, 'evidence.zip'));
  const taken = unzipSync(readFileSync(join(folder, 'evidence.zip')));
  rmSync(join(folder, 'evidence.zip'));
  for (const [name, bytes] of Object.entries(taken)) writeFileSync(join(folder, name), bytes);
  const { stdout } = spawnSync(process.execPath, ['verify-log.mjs', '.'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stdout).toContain('IN ORDER');
});

test('told to end, the console signs what it has written last', async ({ request }) => {
  const own = await startConsole();
  await signInBy(request, own.url, 'security-administrator');
  expect((await post(request, own, change)).status()).toBe(200);
  await own.stop();
  const data = join(own.directory, 'data');
  const newest = readdirSync(join(data, 'checkpoints')).sort().at(-1) ?? '';
  const { checkpoint } = signedCheckpointSchema.parse(
    JSON.parse(readFileSync(join(data, 'checkpoints', newest), 'utf8')),
  );
  const database = new Database(join(data, 'console.db'));
  const head = database.prepare('select seq, hash from ledger_head').get() as { seq: number; hash: string }; // its columns
  database.close();
  expect(checkpoint).toMatchObject({ seq: head.seq, hash: head.hash });
  expect(head.seq).toBeGreaterThan(5);
});
