import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditLogTo } from '@/lib/server/ledger/audit-log';
import { LedgerFollower } from '@/lib/server/ledger/ledger-follower';
import { listEntries } from '@/lib/server/services/changes/list-entries';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { factsOfSet } from '@/tests/support/ledger/ledger-facts';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

let service: Scenario;
let path: string;
const started: LedgerFollower[] = [];

beforeEach(async () => {
  service = await startScenario({ size: 'records=1,entities=1,lines=0' });
  path = join(temporaryFolder('mem-audit'), 'folder', 'audit.jsonl');
});
afterEach(async () => {
  for (const follower of started.splice(0)) await follower.stop();
  await service.close();
});

/** The audit log of a console, as its composition makes it. */
function follow(
  target = path,
  at: Scenario | Awaited<ReturnType<Scenario['replica']>> = service,
): LedgerFollower {
  const { database, signals, log } = at.context('auditor').console;
  const handle = auditLogTo(target);
  const follower = new LedgerFollower({ name: 'audit-log', from: 'first', handle, database, signals, log });
  started.push(follower);
  return follower;
}

const append = (set: string, cells = 2) => service.ledger.append(factsOfSet(set, cells));
const linesOf = (text: string) => text.split('\n').slice(0, -1);
const written = () => linesOf(readFileSync(path, 'utf8'));

/** Numbers of whole lines; others are null. */
function numbersIn(lines: readonly string[]): (number | null)[] {
  return lines.map((line) => {
    try {
      return (JSON.parse(line) as { metadata: { sequence: number } }).metadata.sequence;
    } catch {
      return null;
    }
  });
}

async function entriesAfter(after: number, role: 'auditor' | 'accountant' | null = 'auditor') {
  const reply = await listEntries({ ctx: service.context(role), input: { after } });
  return linesOf(await new Response(reply.body).text());
}

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const newest = async () => (await service.ledger.head()).seq;

describe('the audit log', () => {
  it('has every entry in order, from the first, over restarts, and over a file that was moved away', async () => {
    await append('one', 400);
    const first = follow();
    await first.catchUp();
    await first.stop();
    const before = written();
    renameSync(path, `${path}.1`);
    await append('two');
    await follow().catchUp();
    expect(numbersIn([...before, ...written()])).toEqual(upTo(await newest()));
    expect(written()).toHaveLength(6);
  });

  it('is written by one replica at a time', async () => {
    const other = await service.replica();
    const followers = [follow(), follow(path, other)];
    for (const follower of followers) follower.start();
    for (let round = 0; round < 20; round++) await append(String(round));
    const last = await newest();
    await expect.poll(() => numbersIn(written()).at(-1)).toBe(last);
    expect(numbersIn(written())).toEqual(upTo(last));
  });

  it('catches up after a full disk, and the console goes on meanwhile', async () => {
    const follower = follow();
    await append('one');
    await follower.catchUp();
    const whole = written();
    renameSync(path, `${path}.whole`);
    symlinkSync('/dev/full', path);
    await append('two');
    await follower.catchUp();
    rmSync(path);
    // A disk that fills up keeps half a line.
    writeFileSync(path, `${whole.join('\n')}\n${whole[0]?.slice(0, 40) ?? ''}`);
    await follower.catchUp();
    const numbers = numbersIn(written());
    expect(numbers.filter((one) => one !== null)).toEqual(upTo(await newest()));
    expect(numbers.filter((one) => one === null)).toHaveLength(1);
  });

  it('holds up nothing where its file does not answer', async () => {
    const pipe = join(temporaryFolder('mem-audit'), 'pipe');
    spawnSync('mkfifo', [pipe]);
    await append('one', 100); // more than the pipe takes
    const stuck = follow(pipe);
    const catchingUp = stuck.catchUp();
    await append('two');
    await stuck.stop();
    await catchingUp;
    await follow().catchUp();
    expect(numbersIn(written())).toEqual(upTo(await newest()));
    spawnSync('cat', [pipe], { timeout: 1_000 }); // lets the thread go
  });
});

describe('the entries over HTTP', () => {
  it('are the lines of the audit log, 500 a page, for auditors and administrators', async () => {
    await append('one', 300);
    await follow().catchUp();
    const first = await entriesAfter(0);
    expect(first).toHaveLength(500);
    const rest = await entriesAfter(500);
    expect([...first, ...rest]).toEqual(written());
    expect(await entriesAfter(await newest())).toEqual([]);
    await expect(entriesAfter(0, 'accountant')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(entriesAfter(0, null)).rejects.toMatchObject({ code: 'signed-out' });
  });
});
