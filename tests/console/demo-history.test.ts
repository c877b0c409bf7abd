import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { labelsSchema } from '@/lib/contract/access/labels';
import { historySchema, undoPreviewSchema } from '@/lib/contract/changes/changes';
import { signedCheckpointSchema } from '@/lib/contract/changes/ledger';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { expectWholeStory, historyNote, pastOf } from '@/tests/support/console/demo-past';
import { EventReader } from '@/tests/support/console/event-reader';
import { json, signInFrom } from '@/tests/support/console/raw-request';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

let running: ConsoleProcess;
beforeAll(async () => {
  running = await startConsole({ MEM_DEMO_HISTORY: 'on', MEM_LABELS_FILE: '' }); // the demo as it comes
});
afterAll(() => running.stop());

it('an empty demo begins with fourteen days of history, which the console itself made', async () => {
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
    expect(Buffer.from(files[name] ?? []).toString(), name).toContain(historyNote);
  const { stdout, status } = spawnSync(process.execPath, ['verify-log.mjs', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout).toContain(historyNote);
  expect(stdout).toContain('IN ORDER');
  expect(status).toBe(0);
});

it('the demo names its records and entities, in five groups of these', async () => {
  const { read } = await pastOf(running);
  const { records, entities } = await read('/api/access/labels', labelsSchema);
  expect(records).toHaveLength(1_200);
  expect(records).toContainEqual(['Customer', '10000', 'Adatum Corporation']);
  expect(entities).toHaveLength(24);
  expect(new Set(entities.map(([, , group]) => group))).toEqual(
    new Set(['Group', 'UK & Ireland', 'DACH', 'France & Benelux', 'Nordics']),
  );
});

it('told to end, the console ends its streams and itself, though the service hangs, and signs its log', async () => {
  const cookie = await signInFrom(running.url, 'security-administrator');
  const { body } = await fetch(`${running.url}/api/events`, { headers: { cookie } });
  if (!body) throw new Error('There is no stream.');
  const reader = new EventReader(body);
  await reader.until((events) => events.length > 0);
  await running.control('PUT', '/faults', [{ kind: 'hang', resource: 'journal', count: 1_000 }]);
  const headers = { cookie, origin: running.url };
  const hanging = async () => {
    // A read that is about to end makes no further request.
    await fetch(`${running.url}/api/journal/refresh`, { method: 'POST', headers });
    return running.control('GET', '/counters');
  };
  await expect.poll(hanging).not.toMatchObject({ open: 0 });
  const ended = reader.untilEnd();
  await running.stop(); // by SIGTERM; the last test of this console, whose limit is the judge
  await ended;
  expect(reader.hasEnded).toBe(true);
  await expect(fetch(`${running.url}/api/health`)).rejects.toThrow();
  const data = join(running.directory, 'data');
  const newest = readdirSync(join(data, 'checkpoints')).sort().at(-1) ?? '';
  const { checkpoint } = signedCheckpointSchema.parse(
    JSON.parse(readFileSync(join(data, 'checkpoints', newest), 'utf8')),
  );
  const database = new Database(join(data, 'console.db'));
  const head = database.prepare('select seq, hash from ledger_head').get() as { seq: number; hash: string }; // its columns
  const signIn = database
    .prepare("select max(seq) seq from ledger_entry where kind = 'session.started'")
    .get();
  database.close();
  expect(checkpoint).toMatchObject({ seq: head.seq, hash: head.hash });
  expect(head.seq).toBeGreaterThanOrEqual((signIn as { seq: number }).seq); // its one column
});
