import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import type { EvidenceScope } from '@/lib/contract/changes/evidence';
import type { LedgerEntry, LedgerFacts } from '@/lib/contract/changes/ledger';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { outcomeMeanings } from '@/lib/domain/changes/outcome-meanings';
import type { AttemptRow } from '@/lib/server/services/changes/evidence/rows';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { undoChanges } from '@/lib/server/services/changes/undo-changes';
import { exportEvidence } from '@/lib/server/services/changes/export-evidence';
import { ledgerEntries, quickPolicy, setRow } from '@/tests/support/changes/change-sets';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
import { unpackEvidence } from '@/tests/support/ledger/unpacked-evidence';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

let service: Scenario;
/** A set of six cells: four applied, one that needed no change, one in conflict. */
let set: string;
let beganAt: string;
const folders: string[] = [];
const reason = '=1+1, "audit" of\nMarch <b>2026</b> \u202e\u200b';

beforeAll(async () => {
  service = await startScenario({ size: 'records=20,entities=4,lines=1' });
  const ctx = service.context('security-administrator');
  await ctx.console.ledger.append(factsOfSet('another set', 3));
  const cells = service.fresh(6).map((turn, index): AccessChange => {
    if (index === 4) return { ...turn, accessible: turn.expected };
    if (index === 5) return { ...turn, expected: turn.accessible };
    return turn;
  });
  beganAt = new Date(Date.now()).toISOString();
  ({ id: set } = await createChanges({ ctx, input: { cells, reason } }));
  service.work(quickPolicy);
  await vi.waitFor(async () => expect((await setRow(service, set)).state).toBe('done'), 20_000);
});
afterAll(async () => {
  await service.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function unpacked(scope: EvidenceScope): Promise<{ folder: string; name: string; files: string[] }> {
  const { folder, files, headers } = await unpackEvidence(service.context('auditor'), scope);
  expect(headers['Content-Type']).toBe('application/zip');
  folders.push(folder);
  return { folder, name: String(headers['Content-Disposition']), files };
}

/** Runs the verifier that came with the evidence, in its folder. */
function check(folder: string, ...args: string[]): { status: number | null; words: string } {
  const { status, stdout } = spawnSync(process.execPath, ['verify-log.mjs', '.', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, words: stdout };
}

const linesOf = (folder: string, name: string): string[] =>
  readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
const rowsOf = (folder: string): AttemptRow[] =>
  linesOf(folder, 'changes.jsonl').map((line) => JSON.parse(line) as AttemptRow); // written by the console

it('is refused, and not noted, where the installation has no verifier: it would break off in the middle', async () => {
  const ctx = service.context('auditor');
  const exports = async () => (await ledgerEntries(service)).filter(({ kind }) => kind === 'exported').length;
  const before = await exports();
  const folder = process.cwd();
  const [program, script = ''] = process.argv;
  onTestFinished(() => {
    process.chdir(folder);
    process.argv.splice(0, 2, program ?? '', script);
  });
  process.chdir(temporaryFolder('mem-no-verifier'));
  process.argv[1] = join(process.cwd(), 'server.js');
  const asked = exportEvidence({ ctx, input: { what: 'ledger' } });
  await expect(asked).rejects.toMatchObject({ code: 'internal', message: expect.stringContaining('verify-log.mjs') as string }); // prettier-ignore
  expect(await exports()).toBe(before);
});

const everyFile = [
  'README.txt',
  'changes.jsonl',
  'changes.csv',
  'evidence.html',
  'chain.jsonl',
  'checkpoint.json',
  'verify-log.mjs',
  'verify-log-chain.mjs',
  'manifest.json',
];

describe('the evidence of a change set', () => {
  it('is a ZIP with all that somebody without a console needs, and holds by itself', async () => {
    const { folder, name, files } = await unpacked({ what: 'set', changeSetId: set });
    expect(name).toMatch(/^attachment; filename="evidence-set-[\w]{8}-\d{8}T\d{6}Z\.zip"$/);
    expect(files).toEqual(everyFile);
    const { fingerprint } = service.context(null).console.checkpoints.key;
    const { status, words } = check(folder, '--key', fingerprint);
    expect(words).toContain('IN ORDER: every entry is there');
    expect(words).toContain('8 files were compared with their signed list.');
    expect(status).toBe(0);
    expect(check(folder).words).toContain('COMPARE it with the fingerprint');
    expect(check(folder, '--key', '0'.repeat(64))).toMatchObject({ status: 1 });
  });

  it('says who changed what from what to what, why, and what became of it', async () => {
    const { folder } = await unpacked({ what: 'set', changeSetId: set });
    const rows = rowsOf(folder);
    expect(rows.map(({ outcome }) => outcome).sort()).toEqual([
      'already',
      'applied',
      'applied',
      'applied',
      'applied',
      'conflict',
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ set, reason, who: { id: 'somebody' }, connection: 'default', attempt: 1 });
      if (row.outcome === 'applied') {
        expect(row).toMatchObject({
          before: !row.wanted,
          after: row.wanted,
          sends: 1,
          requestIds: ['test-request'],
        });
      } else expect(row).toMatchObject({ sends: 0, requestIds: [] });
    }
    const csv = readFileSync(join(folder, 'changes.csv'), 'utf8');
    expect(csv.startsWith('\ufeffTime (UTC),Person,Connection,')).toBe(true);
    expect(csv).toContain(`"'=1+1, ""audit"" of\nMarch <b>2026</b> \u202e\u200b"`);
    const page = readFileSync(join(folder, 'evidence.html'), 'utf8');
    expect(page).toContain('March &lt;b&gt;2026&lt;/b&gt; \ufffd\ufffd'); // what nobody sees is seen
    expect(page).toContain('<dt>Change set</dt><dd><bdi>6 cells, begun ');
    expect(page).not.toMatch(/<script|<b>|https?:/);
    // Paper and screen speak alike.
    for (const { outcome } of rows) expect(page).toContain(`<td>${outcomeMeanings[outcome].label}<`);
    expect(page).not.toMatch(/In conflict|Rejected|>(conflict|applied|already)</);
    const [numbers = ''] = /<h2>Numbers<[\s\S]*?<\/table>/.exec(page) ?? [];
    const counts = [...numbers.matchAll(/class="n">(\d+)<\/td><td class="n">(\d+)</g)];
    // By cells and by attempts.
    for (const column of [1, 2]) {
      const figures = counts.map((row) => Number(row[column]));
      expect(figures.at(-1)).toBe(6);
      expect(figures.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(6);
    }
  });

  it('holds beside the checkpoint of an export that was made after it, as far as it goes', async () => {
    const { folder } = await unpacked({ what: 'ledger' });
    await unpacked({ what: 'ledger' });
    const newer = await service.context(null).console.checkpoints.sign();
    const file = join(temporaryFolder('mem-kept'), 'checkpoint-newer.json');
    writeFileSync(file, canonicalJson({ ...newer }));
    const { status, words } = check(folder, '--checkpoint', file);
    const first = newer.checkpoint.seq;
    expect(words).toContain(`Get a newer one to check entries from ${String(first)} on.`);
    expect(status).toBe(4);
  });

  it("shows no other people's affairs, and yet the whole chain", async () => {
    const { folder } = await unpacked({ what: 'set', changeSetId: set });
    const chain = readFileSync(join(folder, 'chain.jsonl'), 'utf8');
    expect(chain).not.toContain('another set');
    const lines = chain.trimEnd().split('\n');
    const { checkpoint } = JSON.parse(linesOf(folder, 'checkpoint.json')[0] ?? '') as {
      checkpoint: { seq: number };
    };
    expect(lines).toHaveLength(checkpoint.seq + 2);
    expect(chain).toContain('"kind":"exported"');
  });

  it('is in the log before it leaves, with who took it, and there is none without', async () => {
    const before = (await ledgerEntries(service)).length;
    await unpacked({ what: 'set', changeSetId: set });
    expect((await ledgerEntries(service)).slice(before)).toMatchObject([
      {
        kind: 'exported',
        what: 'evidence',
        connection: 'default',
        actor: { roles: ['auditor'] },
        detail: `The change set ${set}`,
      },
    ]);
    const { kysely } = service.database;
    await sql`alter table ledger_entry rename to elsewhere`.execute(kysely);
    await expect(
      exportEvidence({ ctx: service.context('auditor'), input: { what: 'ledger' } }),
    ).rejects.toThrow();
    await sql`alter table elsewhere rename to ledger_entry`.execute(kysely);
  });

  it('is only of a set that is there, and of a time that has been', async () => {
    const ask = (input: EvidenceScope) => exportEvidence({ ctx: service.context('auditor'), input });
    for (const changeSetId of ['no-such-set', '\u0000', '../x'])
      await expect(ask({ what: 'set', changeSetId })).rejects.toMatchObject({ code: 'not-found' });
    const period = { what: 'period', from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } as const;
    await expect(ask(period)).rejects.toMatchObject({ code: 'invalid-request' });
    const toCome = { what: 'period', from: new Date(Date.now() + 3_600_000).toISOString() } as const;
    await expect(ask(toCome)).rejects.toMatchObject({ code: 'invalid-request' });
  });
});

describe('tampered evidence', () => {
  /** Changes one file; `isListed` also puts its new digest into the list of files, as a careful forger would. */
  async function tampered(
    name: string,
    change: (text: string) => string,
    isListed: boolean,
  ): Promise<string> {
    const { folder } = await unpacked({ what: 'set', changeSetId: set });
    const file = join(folder, name);
    const before = readFileSync(file, 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(file, after);
    if (isListed) {
      const manifest = join(folder, 'manifest.json');
      const digest = (text: string) => createHash('sha256').update(text).digest('hex');
      const [size, newSize] = [before, after].map((text) => String(Buffer.byteLength(text)));
      const list = readFileSync(manifest, 'utf8').replace(digest(before), digest(after));
      writeFileSync(
        manifest,
        list.replace(`"bytes":${size ?? ''},"name":"${name}"`, `"bytes":${newSize ?? ''},"name":"${name}"`),
      );
    }
    const { status, words } = check(folder);
    expect(status, words).toBe(1);
    return words;
  }

  const edits: Record<string, (text: string) => string> = {
    'changes.csv': (text) => text.replace('conflict', 'applied'),
    'chain.jsonl': (text) => text.replace('"outcome":"conflict"', '"outcome":"applied"'),
    'manifest.json': (text) => text.replace('"Somebody"', '"Anybody"'),
  };

  it.each(Object.keys(edits))('is found by the file %s', async (name) => {
    const edit = edits[name] ?? ((text: string) => text);
    expect(await tampered(name, edit, false)).toContain(name);
    if (name !== 'manifest.json')
      expect(await tampered(name, edit, true)).toContain('manifest.json is not what was signed');
  });

  it('is found where an entry says no more who did it, of which assignment, or how it ended', async () => {
    for (const member of [/"actor":\{[^}]*\},/g, /"cell":\{[^}]*\},/g, /"outcome":"\w+",/g]) {
      const edit = (text: string) => text.replace(member, '');
      expect(await tampered('chain.jsonl', edit, false)).toContain('is not the one that was written');
    }
  });

  it('is found when rows are left out, when a file is missing, and when one was put in', async () => {
    expect(await tampered('changes.jsonl', (text) => text.slice(text.indexOf('\n') + 1), false)).toContain(
      'Line 1 of changes.jsonl does not say what the log says.',
    );
    const { folder } = await unpacked({ what: 'set', changeSetId: set });
    writeFileSync(join(folder, 'more.html'), 'more');
    const { status, words } = check(folder);
    expect(words).toContain('The file "more.html" was put in: it is no part of this evidence.');
    expect(words).toContain('NOT IN ORDER: 1 fault.');
    expect(status).toBe(1);
    rmSync(join(folder, 'more.html'));
    expect(check(folder).status).toBe(0);
    for (const name of ['evidence.html', 'manifest.json']) {
      rmSync(join(folder, name));
      expect(check(folder)).toMatchObject({
        status: 1,
        words: expect.stringContaining(`The file ${name} is missing.`) as unknown,
      });
    }
  });
});

describe('the evidence of a period', () => {
  it('has what happened in it, and the reasons of sets that began before', async () => {
    const between = new Date(Date.now() + 1).toISOString();
    await new Promise((done) => setTimeout(done, 5));
    const ctx = service.context('security-administrator');
    const [created, ...rest] = factsOfSet('over the edge', 2);
    const { folder: first } = await unpacked({ what: 'period', from: beganAt, to: between });
    expect(new Set(rowsOf(first).map((row) => row.set))).toEqual(new Set([set]));
    expect(check(first)).toMatchObject({ status: 0 });

    await ctx.console.ledger.append(created ? [created] : []);
    await new Promise((done) => setTimeout(done, 5));
    const edge = new Date().toISOString();
    await new Promise((done) => setTimeout(done, 5));
    await ctx.console.ledger.append(rest);
    const to = new Date(Date.now() + 3_600_000).toISOString();
    const { folder, name } = await unpacked({ what: 'period', from: edge, to });
    expect(name).toContain('evidence-period-');
    expect(rowsOf(folder)).toMatchObject([
      {
        set: 'over the edge',
        outcome: 'applied',
        reason: created && 'reason' in created ? created.reason : '',
      },
      { set: 'over the edge', outcome: 'applied' },
    ]);
    expect(check(folder)).toMatchObject({ status: 0 });
  });

  it('without an end, or with one to come, has all there is when it is exported, and says so', async () => {
    const ctx = service.context('security-administrator');
    const from = new Date(Date.now() - 3_600_000).toISOString();
    await ctx.console.ledger.append(factsOfSet('the newest', 1));
    for (const end of [{}, { to: new Date(Date.now() + 3_600_000).toISOString() }]) {
      const { folder } = await unpacked({ what: 'period', from, ...end });
      const exported = (await ledgerEntries(service)).findLast(({ kind }) => kind === 'exported');
      expect(rowsOf(folder).at(-1)).toMatchObject({ set: 'the newest' });
      expect(readFileSync(join(folder, 'README.txt'), 'utf8')).toContain(
        `What happened from ${from} (UTC) until this export. Exported by Somebody on ${exported?.at ?? ''}`,
      );
      expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toContain(
        `"scope":{"from":"${from}","to":"${exported?.at ?? ''}","what":"period"}`,
      );
      expect(check(folder)).toMatchObject({ status: 0 });
    }
  });

  it('has what was changed outside the console, marked so, and the verifier holds it against the log', async () => {
    const ctx = service.context('security-administrator');
    await new Promise((done) => setTimeout(done, 5));
    const from = new Date().toISOString();
    await ctx.console.ledger.append(changedOutside);
    const { folder } = await unpacked({ what: 'period', from });
    const [one, more, ...others] = linesOf(folder, 'changes.jsonl').map((line) => JSON.parse(line) as object);
    const { since, until } = changedOutside[0];
    const told = { outcome: 'outside', connection: 'default', since, until };
    expect(one).toMatchObject({ ...told, recordId: '=7', entityId: '100', before: false, after: true });
    expect(more).toMatchObject({ ...told, count: 12 });
    expect(others).toEqual([]);
    const csv = linesOf(folder, 'changes.csv');
    expect(csv[1]).toMatch(
      /^[^,]+,,default,Customer,'=7,100,no access,,access,outside,"?Changed in the service/,
    );
    expect(csv[2]).toContain(
      '12 more assignments, only counted, were changed in the service, not by this console',
    );
    const page = readFileSync(join(folder, 'evidence.html'), 'utf8');
    expect(page).toMatch(/<td>Made outside this console<br>.*<td class="n">13</);
    expect(page).toContain('All 2 rows are listed.');
    expect(check(folder)).toMatchObject({ status: 0 });
    const { folder: whole } = await unpacked({ what: 'ledger' });
    expect(readFileSync(join(whole, 'changes.jsonl'), 'utf8')).toContain('"outcome":"outside"');
    expect(check(whole)).toMatchObject({ status: 0 });

    // Left out and listed so by whoever holds the key, they are missed; in evidence of before, none were to be there.
    handOutAnew(folder, 'mem-evidence/2');
    expect(check(folder).words).toContain('Line 1 of changes.jsonl does not say what the log says.');
    handOutAnew(folder, 'mem-evidence/1');
    expect(check(folder)).toMatchObject({ status: 0 });
  });

  it('has who accepted a shorter list', async () => {
    const ctx = service.context('security-administrator');
    await new Promise((done) => setTimeout(done, 5));
    const from = new Date().toISOString();
    await ctx.console.ledger.append([
      {
        kind: 'access.accepted',
        actor: { id: 'maya', name: 'Maya Lindqvist', roles: ['security-administrator'], session: 's' },
        connection: 'default',
        detail: 'Why it was in doubt.',
        before: { records: 1_200, assignments: 28_800 },
        now: { records: 1_150, assignments: 27_600 },
      },
    ]);
    const { folder } = await unpacked({ what: 'period', from });
    expect(readFileSync(join(folder, 'evidence.html'), 'utf8')).toMatch(
      /Maya Lindqvist accepted a shorter list: 28800 → 27600 assignments, of connection default \(entry \d+\)\. Why/,
    );
    expect(check(folder)).toMatchObject({ status: 0 });
  });
});

it('evidence of a set says how much was undone since, by whom, and where that is proven', async () => {
  const ctx = service.context('security-administrator');
  const { id } = await createChanges({ ctx, input: { cells: service.fresh(2), reason: '' } });
  await vi.waitFor(async () => expect((await setRow(service, id)).state).toBe('done'), 20_000);
  const pageOf = async () =>
    readFileSync(join((await unpacked({ what: 'set', changeSetId: id })).folder, 'evidence.html'), 'utf8');
  expect(await pageOf()).not.toContain('The newest undo');
  const { id: undo } = await undoChanges({ ctx, input: { changeSetId: id, reason: '' } });
  await vi.waitFor(async () => expect((await setRow(service, undo)).state).toBe('done'), 20_000);
  const words = `2 of 2 changes were undone when this was exported. The newest undo is the change set ${undo}, asked for by Somebody`;
  expect(await pageOf()).toContain(words);
});

it('the whole log as a file has every entry in full, and every kind of attempt as a row', async () => {
  const ctx = service.context('security-administrator');
  await ctx.console.ledger.append(attemptsOfAllKinds());
  const { folder } = await unpacked({ what: 'ledger' });
  const { status, words } = check(folder);
  expect(words).toMatch(/entries 1 to \d+, \d+ in full, 0 by their digest only/);
  expect(words).toContain('2 changes were sent and have no outcome in these entries.');
  expect(status).toBe(0);
  const entries = linesOf(folder, 'chain.jsonl').slice(1, -1);
  expect(entries.map((line) => (JSON.parse(line) as { entry: LedgerEntry }).entry)).toEqual(
    await ledgerEntries(service),
  );
  const rows = rowsOf(folder).filter((row) => row.set === 'all kinds');
  expect(
    rows.map(({ position, attempt, outcome, sends, requestIds }) => [
      position,
      attempt,
      outcome,
      sends,
      requestIds.length,
    ]),
  ).toEqual([
    [0, 1, 'rejected', 1, 1],
    [0, 2, 'applied', 3, 3],
    [1, 1, 'cancelled', 0, 0],
    [3, 1, 'applied', 1, 1],
    [2, 1, 'unknown', 1, 1],
    [4, 1, 'unknown', 1, 1],
  ]);
  const log = spawnSync(process.execPath, [join('public', 'verify-log.mjs'), join(folder, 'chain.jsonl')]);
  expect(log.status).toBe(0);
});

const between = { since: '2026-11-04T10:00:00.000Z', until: '2026-11-04T10:05:00.000Z' };
const changedOutside = [
  {
    kind: 'access.outside',
    connection: 'default',
    cell: { recordType: 'Customer', recordId: '=7', entityId: '100' },
    before: false,
    after: true,
    ...between,
  },
  { kind: 'access.outside-more', connection: 'default', count: 12, ...between },
] as const;

/** Empties the rows of some evidence, and signs its list of files anew, as evidence of that format. */
function handOutAnew(folder: string, format: string): void {
  writeFileSync(join(folder, 'changes.jsonl'), '');
  const file = join(folder, 'manifest.json');
  const { manifest, publicKey } = JSON.parse(readFileSync(file, 'utf8')) as {
    publicKey: string;
    manifest: { files: { name: string; bytes: number; sha256: string }[] };
  };
  const sha256 = createHash('sha256').digest('hex');
  const files = manifest.files.map((one) =>
    one.name === 'changes.jsonl' ? { ...one, bytes: 0, sha256 } : one,
  );
  const now = { ...manifest, format, files };
  const signature = service.context(null).console.checkpoints.signText(canonicalJson(now));
  writeFileSync(file, `${canonicalJson({ manifest: now, publicKey, signature })}\n`);
}

/** A set with retries, doubts and cells that were never sent. */
function attemptsOfAllKinds(): LedgerFacts[] {
  const [created, intent, outcome] = factsOfSet('all kinds', 1);
  if (
    created?.kind !== 'set.created' ||
    intent?.kind !== 'change.intent' ||
    outcome?.kind !== 'change.outcome'
  )
    throw new Error('A set begins with these.');
  const { connection, set: of, cell, actor, wanted } = intent;
  const at = (position: number, attempt: number) => ({ connection, set: of, cell, actor, position, attempt });
  const open = { kind: 'change.open' as const, wanted, sends: 1, detail: 'No answer came.' };
  return [
    { ...created, total: 5, reason: '' },
    { ...intent, ...at(0, 1) },
    { ...outcome, ...at(0, 1), outcome: 'rejected', after: false, detail: 'No.' },
    { ...intent, ...at(0, 2) },
    { ...open, ...at(0, 2) },
    { ...intent, ...at(0, 2), send: 2 },
    { ...intent, ...at(0, 2), send: 3, before: null },
    { ...outcome, ...at(0, 2), sends: 3 },
    {
      kind: 'change.outcome',
      ...at(1, 1),
      outcome: 'cancelled',
      wanted,
      sends: 0,
      detail: '',
      serviceRequests: [],
    },
    { ...intent, ...at(2, 1) },
    { ...open, ...at(2, 1) },
    { ...intent, ...at(3, 1), before: null },
    { ...intent, ...at(4, 1) },
    {
      kind: 'change.outcome',
      ...at(3, 1),
      outcome: 'applied',
      wanted,
      after: true,
      sends: 1,
      detail: '',
      serviceRequests: [],
    },
  ];
}
