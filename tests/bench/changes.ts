import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { createChangesSchema } from '@/lib/contract/changes/changes';
import { mostCells } from '@/lib/contract/limits';
import { changeAccess } from '@/lib/server/services/changes/change-access';
import { parseInput, readJsonBody } from '@/lib/server/http/request-input';
import { createChanges } from '@/lib/server/services/changes/create-changes';
import { listChanges } from '@/lib/server/services/changes/list-changes';
import { retryChanges } from '@/lib/server/services/changes/retry-changes';
import { createChangeSet } from '@/lib/server/services/changes/store/create-change-set';
import { dueCells } from '@/lib/server/services/changes/store/work-cell';
import { takeLease } from '@/lib/server/services/changes/store/lease';
import { ChangeSetStore } from '@/lib/server/services/changes/store/change-set-store';
import {
  connectConsole,
  type ConnectedConsole,
  type ReferencePlace,
} from '@/tests/support/console/connected-console';
import { allTurns, controlAt } from '@/tests/support/console/reference-service';
import { findOrInstallPostgres } from '@/tests/support/run/postgres';
import { startReferenceProcess } from '@/tests/support/console/reference-process';
import { databaseOn } from '@/tests/support/database/test-database';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';
import { newSet } from '@/tests/support/changes/new-set';

/*
 * `npm run bench -- changes`: what writing one change down costs (intent and outcome, each durable) on both databases,
 * how long a set of 100,000 cells keeps other requests waiting while it is stored and tried again, and how much of an
 * allowed 100 requests a second a set of 10,000 cells uses, with the memory it takes. A report.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const cellsOfSet = Number(process.env.BENCH_CELLS ?? 10_000);
const written = 1_000;
const together = 48;
const pressed = 400;
const rate = 100;

const size = 'records=2000,entities=20,lines=1';
const reference = await startReferenceProcess(size);
const postgres = await findOrInstallPostgres(say);
const { settings } = reference;
const place: ReferencePlace = {
  baseUrl: settings.MEM_BASE_URL ?? '',
  tenantId: settings.MEM_TENANT_ID ?? '',
  environment: settings.MEM_ENVIRONMENT ?? '',
  companyId: settings.MEM_COMPANY_ID ?? '',
  publisher: settings.MEM_PUBLISHER ?? 'binarystream',
};
try {
  await durableCost('embedded', newFile());
  await clicks('embedded', newFile(), 30_000);
  if (postgres) {
    const database = await databaseOn(postgres.url);
    await durableCost('PostgreSQL', database.url);
    await database.drop();
    const another = await databaseOn(postgres.url);
    await clicks('PostgreSQL', another.url, 20_000);
    await another.drop();
  }
  await stalls();
  await utilisation();
} finally {
  await reference.stop();
  await postgres?.close();
}

function newFile(): string {
  return `file:${join(temporaryFolder('mem-bench'), 'console.db')}`;
}

/** Stores a set of cells that are to be turned round. */
async function store(console: ConnectedConsole, most: number): Promise<string> {
  const cells = [...allTurns({ size })].slice(0, most);
  const ctx = console.context('security-administrator');
  const { id } = await createChangeSet(ctx.console, newSet(ctx.request.actor, cells, { reason: 'a bench' }));
  return id;
}

/** What writing changes down takes, without the service: as a switch does it, and as a set does. */
async function durableCost(name: string, databaseUrl: string): Promise<void> {
  const console = await connectConsole(place, { databaseUrl });
  const ctx = console.context(null);
  const id = await store(console, 2 * written + 1); // the last one keeps the set open
  const held = await takeLease({ ...ctx.console, leaseMs: 600_000 }, id, 'bench');
  if (!held) throw new Error('Nobody else runs the set.');
  const changeSetStore = new ChangeSetStore(ctx.console, held);
  const { cells } = await dueCells(console.database, id, { state: 'pending', most: 2 * written });
  await changeSetStore.claim(cells);
  const ways = [
    ['one by one, as switches do', 1],
    [`outcomes ${String(together)} at once, as sets do`, together],
  ] as const;
  for (const [way, atOnce] of ways) {
    const took: number[] = [];
    const these = cells.splice(0, written);
    while (these.length > 0) {
      const some = these.splice(0, atOnce);
      const start = performance.now();
      for (const cell of some) await changeSetStore.intend(cell);
      await changeSetStore.record(
        some.map((cell) => ({ cell, to: 'applied', after: cell.wanted, detail: '' })),
      );
      took.push((performance.now() - start) / some.length);
    }
    took.sort((a, b) => a - b);
    const at = (part: number): string => (took[Math.floor(took.length * part)] ?? 0).toFixed(2);
    say(`${name}: intent and outcome of a change, ${way}: median ${at(0.5)} ms (goal: 2)`);
    say(`  fastest ${at(0)}, one in ten slower than ${at(0.9)} ms`);
  }
  await console.close();
}

/** What a switch takes, from the request to the proof: one after another, each of a cell of its own. */
async function clicks(name: string, databaseUrl: string, from: number): Promise<void> {
  const console = await connectConsole(place, { databaseUrl });
  console.work();
  const ctx = console.context('security-administrator');
  const took: number[] = [];
  for (const input of [...allTurns({ size })].slice(from, from + pressed)) {
    const start = performance.now();
    const { outcome } = await changeAccess({ ctx, input });
    took.push(performance.now() - start);
    if (outcome !== 'applied') throw new Error(`A switch came to ${outcome}.`);
  }
  took.sort((a, b) => a - b);
  const at = (part: number): string => (took[Math.floor(took.length * part)] ?? 0).toFixed(2);
  say(`${name}: a switch, from the request to the proof: median ${at(0.5)} ms`);
  say(`  fastest ${at(0)}, one in ten slower than ${at(0.9)} ms`);
  await console.close();
}

/** How long other requests wait at the embedded database, which has one connection for all. */
async function stalls(): Promise<void> {
  const console = await connectConsole(place, { databaseUrl: newFile() });
  const ctx = console.context('security-administrator');
  const cells = Array.from({ length: mostCells }, (_, index) => ({
    recordType: 'Customer',
    recordId: `C${String(index).padStart(6, '0')}`,
    entityId: String(100 + (index % 50)),
    accessible: index % 2 === 0,
    expected: index % 2 === 1,
  }));
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const request = new Request('http://localhost/', { ...asked, body: JSON.stringify({ cells }) });
  const { id: changeSetId } = await longestStall(console, 'storing', async () => {
    const body = await readJsonBody(request, { maxBytes: 1e8 });
    return createChanges({ ctx, input: parseInput(createChangesSchema, body, 'body') });
  });
  const { kysely } = console.database;
  await kysely.updateTable('change_cell').set({ state: 'cancelled' }).execute();
  const ended = { state: 'cancelled', ended_at: 1, pending: 0, cancelled: mostCells } as const;
  await kysely.updateTable('change_set').set(ended).execute();
  const again = { changeSetId, outcomes: ['cancelled' as const] };
  await longestStall(console, 'trying again', () => retryChanges({ ctx, input: again }));
  await console.close();
}

/** Asks for the list of sets, again and again, while something goes on. */
async function longestStall<T>(console: ConnectedConsole, name: string, work: () => Promise<T>): Promise<T> {
  const ctx = console.context('auditor');
  const stall = { wall: 0, processor: 0, answers: 0 };
  let isOver = false;
  const asking = (async () => {
    let [before, cpu] = [performance.now(), process.cpuUsage()];
    for (; !isOver; await nextTurn()) {
      await listChanges({ ctx, input: {} });
      const { user, system } = process.cpuUsage(cpu);
      stall.wall = Math.max(stall.wall, performance.now() - before);
      stall.processor = Math.max(stall.processor, (user + system) / 1_000);
      stall.answers++;
      [before, cpu] = [performance.now(), process.cpuUsage()];
    }
  })();
  const start = performance.now();
  const result = await work().finally(() => (isOver = true));
  const took = performance.now() - start;
  await asking;
  say(`${name} a set of ${String(mostCells)} cells, embedded database, took ${took.toFixed(0)} ms`);
  say(
    `  ${String(stall.answers)} other requests were answered; the longest waited ${stall.wall.toFixed(0)} ms (goal: 100), with ${stall.processor.toFixed(0)} ms of processor time`,
  );
  return result;
}

/** A whole set at the allowed rate, counted by the service. */
async function utilisation(): Promise<void> {
  const console = await connectConsole(place, {
    databaseUrl: newFile(),
    settings: { ratePerSecond: rate, concurrency: 8 },
  });
  const id = await store(console, cellsOfSet);
  const { control } = controlAt(reference.controlUrl);
  await control('DELETE', '/counters');
  const counted = async () =>
    (await control('GET', '/counters')) as { totalRequests: number; peakPerSecond: number }; // the control port's own shape
  const start = performance.now();
  const cpu = process.cpuUsage();
  console.work();
  say(`a set of ${String(cellsOfSet)} cells at ${String(rate)} requests a second, embedded database:`);
  for (let next = start; ;) {
    const set = await console.database.kysely
      .selectFrom('change_set')
      .select(['state', 'applied', 'pending'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const seconds = (performance.now() - start) / 1_000;
    if (set.state === 'done') break;
    if (performance.now() >= next) {
      const megabytes = Math.round(process.memoryUsage().rss / 1e6);
      say(
        `  after ${seconds.toFixed(0)} s: ${String(set.applied)} applied, ${String(megabytes)} MB resident`,
      );
      next += 15_000;
    }
    await wait(100);
  }
  const seconds = (performance.now() - start) / 1_000;
  const { totalRequests, peakPerSecond } = await counted();
  const used = (totalRequests / seconds / rate) * 100;
  const { user, system } = process.cpuUsage(cpu);
  say(
    `  ${String(totalRequests)} requests in ${seconds.toFixed(1)} s: ${used.toFixed(1)} % of the rate (goal: 95)`,
  );
  say(`  at most ${String(peakPerSecond)} in one second, as the service counts them`);
  say(
    `  ${((user + system) / 1e4 / seconds).toFixed(0)} % of one processor, ${String(Math.round(process.memoryUsage().rss / 1e6))} MB resident at the end`,
  );
  await console.close();
}
