import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { accessRowsSchema } from '@/lib/contract/access/access';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import type { Role } from '@/lib/contract/session/roles';
import { verificationSchema } from '@/lib/contract/changes/verification';
import type { ConsoleProcess } from '@/tests/support/console/console-process';
import { ask, cookieIn, json, signInFrom, type Answered } from '@/tests/support/console/raw-request';
import { behindProxy, sharedConsole } from '@/tests/support/console/shared-console';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

let running: ConsoleProcess;
beforeAll(async () => {
  running = await sharedConsole(behindProxy);
});

const post = (path: string, cookie: string, body: unknown): Promise<Answered> =>
  ask(running.url, path, {
    method: 'POST',
    headers: { ...json, cookie, origin: running.url },
    body: JSON.stringify(body),
  });

const cell = { recordType: 'Customer', recordId: '10000', entityId: '100' };

const change = (cookie: string, accessible = true): Promise<Answered> =>
  post('/api/access', cookie, { ...cell, accessible });

/** The value of the cell that it has not. */
async function opposite(cookie: string): Promise<boolean> {
  const search = new URLSearchParams(cell).toString();
  const { text } = await ask(running.url, `/api/access?${search}`, { headers: { cookie } });
  return accessRowsSchema.parse(JSON.parse(text)).value[0]?.accessible === false;
}

/** Signs in anew in the browser that has this cookie. */
async function signInAgain(cookie: string, role: Role): Promise<string> {
  return cookieIn(await post('/api/session/demo', cookie, { role }));
}

/** Takes the whole log as evidence, checks it with the tool inside, and reads its entries. */
async function takenLog(cookie: string): Promise<LedgerEntry[]> {
  const answer = await fetch(`${running.url}/api/changes/export`, {
    method: 'POST',
    headers: { ...json, cookie, origin: running.url },
    body: JSON.stringify({ what: 'ledger' }),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="evidence-ledger-\w+\.zip"$/,
  );
  const folder = temporaryFolder('mem-taken');
  try {
    for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer()))))
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

it('a change, a sign-in and refusals are in the log that somebody takes away; strangers are not', async () => {
  expect((await change('')).status).toBe(401);
  const accountant = await signInFrom(running.url, 'accountant');
  for (let i = 0; i < 3; i++) expect((await change(accountant)).status).toBe(403);
  const verify = { headers: { cookie: accountant } };
  expect((await ask(running.url, '/api/changes/verify', verify)).status).toBe(403);
  // Whoever is shown that they may not read a page has asked for nothing that is in it.
  for (const page of ['/access', '/changes', '/changes/history?entityId=100', '/changes/some-set'])
    expect((await ask(running.url, page, verify)).status, page).toBe(200);
  const administrator = await signInAgain(accountant, 'security-administrator');
  expect((await change(administrator, await opposite(administrator))).status).toBe(200);
  const entries = await takenLog(administrator);
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
  const { text } = await ask(running.url, '/api/changes/verify', { headers: { cookie: administrator } });
  expect(verificationSchema.parse(JSON.parse(text))).toMatchObject({ verdict: 'intact', faults: [] });
});

it('the verifier is there for whoever wants it, without a session', async () => {
  for (const name of ['verify-log.mjs', 'verify-log-chain.mjs']) {
    const { headers, text } = await ask(running.url, `/${name}`);
    expect(headers['content-type']).toContain('javascript');
    expect(text).toBe(readFileSync(join('public', name), 'utf8'));
  }
});
