import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outsideListSchema, outsideReviewSchema } from '@/lib/contract/access/outside-changes';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import { openDatabase } from '@/lib/server/db/database';
import { migrations } from '@/lib/server/db/migrate';
import { Ledger } from '@/lib/server/ledger/ledger';
import { reviewOutsideChanges } from '@/lib/server/services/access/outside/review-outside-changes';
import { exportEvidence } from '@/lib/server/services/changes/export-evidence';
import { listOutside } from '@/lib/server/services/changes/list-outside';
import { readActivity } from '@/lib/server/services/changes/read-activity';
import type { ServiceContext } from '@/lib/server/services/verb';
import { contextOf } from '@/tests/support/console/connected-console';
import { ledgerEntries } from '@/tests/support/changes/change-sets';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';
import { testDatabase } from '@/tests/support/database/test-database';

let service: Scenario;
let ctx: ServiceContext;
/** Whoever marks. */
let name: string;

beforeEach(async () => {
  service = await startScenario({ size: 'records=1,entities=1,lines=0' });
  ctx = service.context('auditor');
  name = ctx.request.actor?.name ?? '';
});
afterEach(() => service.close());

const times = { since: '2026-01-01T00:00:00.000Z', until: '2026-01-01T00:05:00.000Z' };

/** A change made outside; @returns the number of its entry. */
async function changedOutside(connection = 'default'): Promise<number> {
  const cell = { recordType: 'Customer', recordId: '1', entityId: '100' };
  return appended({ kind: 'access.outside', connection, cell, before: true, after: null, ...times });
}

async function appended(facts: LedgerFacts): Promise<number> {
  return (await ctx.console.ledger.append([facts])).at(-1)?.seq ?? 0;
}

const mark = async (last: number, as = ctx) =>
  outsideReviewSchema.parse(await reviewOutsideChanges({ ctx: as, input: { last } }));
const reviewNow = async (as = ctx) =>
  outsideListSchema.parse(await listOutside({ ctx: as, input: {} })).review;
const waitingNow = async () => (await readActivity({ ctx, input: { timeZone: 'UTC' } })).outside.waiting;
const reviews = async () => (await ledgerEntries(service)).filter(({ kind }) => kind === 'outside.reviewed');

describe('what was changed outside', () => {
  it('waits until somebody says that they have reviewed it, which the log tells with who and up to where', async () => {
    expect(await reviewNow()).toEqual({ waiting: 0, newest: 0, after: 0, reviewed: null });
    await changedOutside();
    const newest = await appended({
      kind: 'access.outside-more',
      connection: 'default',
      count: 9_000,
      ...times,
    });
    expect(await reviewNow()).toEqual({ waiting: 1_000, newest, after: 0, reviewed: null }); // or more
    expect(await waitingNow()).toBe(1_000);
    const after = await mark(newest);
    const [entry] = await reviews();
    expect(entry).toMatchObject({
      actor: { id: ctx.request.actor?.personId, name, roles: ['auditor'] },
      requestId: ctx.request.requestId,
      connection: 'default',
      last: newest,
      count: 9_001,
    });
    expect(after).toEqual({
      waiting: 0,
      newest: 0,
      after: newest,
      reviewed: { last: newest, at: entry?.at, by: name },
    });
    expect(await reviewNow()).toEqual(after);
    expect(await waitingNow()).toBe(0);
  });

  it('waits on where it was noticed after what was seen', async () => {
    const seen = await changedOutside();
    const unseen = await changedOutside();
    // The newest number that they saw need not be about a change made outside.
    expect(await mark(seen)).toMatchObject({ waiting: 1, newest: unseen, reviewed: { last: seen } });
    const administrator = service.context('security-administrator');
    expect(await mark(unseen + 1_000, administrator)).toMatchObject({
      waiting: 0,
      reviewed: { last: unseen },
    });
    expect(await reviews()).toMatchObject([
      { last: seen, count: 1 },
      { last: unseen, count: 1 },
    ]);
  });

  it('waits up to a thousand, whether listed or counted, and all of it is marked', async () => {
    const counts = async (count: number) =>
      appended({ kind: 'access.outside-more', connection: 'default', count, ...times });
    await counts(997);
    await changedOutside();
    await changedOutside();
    expect((await reviewNow()).waiting).toBe(999);
    const cell = { recordType: 'Customer', recordId: '1', entityId: '100' };
    const listed = {
      kind: 'access.outside',
      connection: 'default',
      cell,
      before: true,
      after: null,
    } as const;
    await ctx.console.ledger.append(Array.from({ length: 1_000 }, () => ({ ...listed, ...times })));
    const newest = await counts(50);
    expect(await reviewNow()).toMatchObject({ waiting: 1_000, newest });
    expect(await mark(newest)).toMatchObject({ waiting: 0, after: newest });
    expect(await reviews()).toMatchObject([{ last: newest, count: 2_049 }]);
  });

  it('does not wait where a version noticed it that asked nobody to look', async () => {
    const { url, drop } = await testDatabase();
    const former = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0009'));
    const before = await openDatabase(url, { migrations: former });
    const facts = { kind: 'access.outside-more', connection: 'default', count: 7, ...times } as const;
    const last = (await new Ledger(before).append([facts])).at(-1)?.seq ?? 0;
    await before.close();
    const database = await openDatabase(url);
    try {
      const now = contextOf(ctx, { database, ledger: new Ledger(database) });
      expect(await reviewNow(now)).toEqual({ waiting: 0, newest: 0, after: last, reviewed: null });
      await now.console.ledger.append([facts]);
      expect(await reviewNow(now)).toMatchObject({ waiting: 7, newest: last + 1, after: last });
    } finally {
      await database.close();
      await drop();
    }
  });

  it('waits on where it is noticed while the list is read', async () => {
    await changedOutside();
    // With each answer of the database comes another change; one connection serves all, so they take turns.
    const noticed: Promise<number>[] = [];
    const kysely = ctx.console.database.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        noticed.push(changedOutside());
        return Promise.resolve(result);
      },
    });
    const { review, value } = await listOutside({
      ctx: contextOf(ctx, { database: { ...ctx.console.database, kysely } }),
      input: {},
    });
    await Promise.all(noticed);
    expect(value[0]?.seq).toBeGreaterThanOrEqual(review.newest);
    expect((await mark(review.newest)).waiting).toBeGreaterThan(0);
  });

  it('is of one connection', async () => {
    const last = await changedOutside('another');
    const another = service.context('auditor', { connection: { ...ctx.request.connection, key: 'another' } });
    expect([(await reviewNow()).waiting, (await reviewNow(another)).waiting]).toEqual([0, 1]);
    await expect(mark(last)).rejects.toMatchObject({ code: 'conflict' });
    await mark(last, another);
    expect((await reviewNow(another)).waiting).toBe(0);
  });

  it('is marked once, though two ask at once; the second is told by whom', async () => {
    const last = await changedOutside();
    const answers = await Promise.allSettled([mark(last), mark(last)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict', message: expect.stringContaining(`${name} has marked`) as string },
    });
    expect(await reviews()).toHaveLength(1);
  });

  it('is marked only where something waits', async () => {
    await expect(mark(1)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Nothing was marked') as string,
    });
    expect(await reviews()).toEqual([]);
  });

  it('can be marked while the service does not answer, and not while the database does not', async () => {
    const last = await changedOutside();
    const { url, drop } = await testDatabase();
    const database = await openDatabase(url);
    await database.close();
    await drop();
    await service.faults({ kind: 'status', status: 503 });
    await expect(
      reviewOutsideChanges({
        ctx: contextOf(ctx, { database, ledger: new Ledger(database) }),
        input: { last },
      }),
    ).rejects.toMatchObject({ code: 'ledger-unavailable' });
    expect((await mark(last)).waiting).toBe(0);
  });
});

describe('evidence and its verifier', () => {
  it('say in words who reviewed it, and find a mark on what was not there yet', async () => {
    const last = await changedOutside();
    await mark(last);
    const { page, verified } = await evidence();
    const words = `${name} reviewed what was changed outside up to entry ${String(last)}: 1 assignment`;
    expect(page.split(words)).toHaveLength(2); // once
    expect(verified.stdout).toContain(`was reviewed once, last by "${name}"`);
    expect(verified.stdout).toContain(`up to entry ${String(last)}`);
    expect(verified.status).toBe(0);

    const actor = { id: 'x', name: 'X', roles: [], session: 's' };
    const forged = {
      kind: 'outside.reviewed' as const,
      actor,
      connection: 'default',
      last: 99_999,
      count: 1,
    };
    const seq = await appended(forged);
    const { stdout, status } = (await evidence()).verified;
    expect(stdout).toContain(
      `Entry ${String(seq)} says that somebody reviewed entries that were not written yet.`,
    );
    expect(status).toBe(1);
  });
});

/** Evidence of the whole log: its page, and what the verifier says that came with it. */
async function evidence() {
  const reply = await exportEvidence({ ctx, input: { what: 'ledger' } });
  const folder = temporaryFolder('mem-evidence');
  const archive = unzipSync(Buffer.from(await new Response(reply.body).arrayBuffer()));
  for (const [name, bytes] of Object.entries(archive)) writeFileSync(join(folder, name), bytes);
  const verified = spawnSync(process.execPath, ['verify-log.mjs', '.'], { cwd: folder, encoding: 'utf8' });
  return { page: readFileSync(join(folder, 'evidence.html'), 'utf8'), verified };
}
