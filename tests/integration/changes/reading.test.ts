import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccessChange } from '@/lib/contract/access/access';
import {
  changeCellsSchema,
  changeListSchema,
  changeSetSchema,
  historySchema,
  type ChangeSummary,
  type ListChangesQuery,
} from '@/lib/contract/changes/changes';
import { openDatabase } from '@/lib/server/db/database';
import { listCells } from '@/lib/server/services/changes/list-cells';
import { listChanges } from '@/lib/server/services/changes/list-changes';
import { listOutside } from '@/lib/server/services/changes/list-outside';
import { previewUndo } from '@/lib/server/services/changes/preview-undo';
import { readChanges, readChangeSets } from '@/lib/server/services/changes/read-changes';
import { readHistory } from '@/lib/server/services/changes/read-history';
import type { ServiceContext } from '@/lib/server/services/verb';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { customer, StoredSets } from '@/tests/support/changes/stored-sets';
import { testDatabase } from '@/tests/support/database/test-database';

let connected: Scenario;
let ctx: ServiceContext;
let sets: StoredSets;

beforeEach(async () => {
  connected = await startScenario({ size: 'records=1,entities=1,lines=0' });
  ctx = connected.context('auditor');
  sets = new StoredSets(connected);
});
afterEach(() => connected.close());

const list = async (input: ListChangesQuery = {}) => {
  const answer = changeListSchema.parse(await listChanges({ ctx, input }));
  return { ids: answer.value.map(({ id }) => id), ...answer };
};
const read = async (id: string) =>
  changeSetSchema.parse(await readChanges({ ctx, input: { changeSetId: id } }));
const update = (id: string, row: Record<string, string | number | null>) =>
  ctx.console.database.kysely.updateTable('change_set').set(row).where('id', '=', id).execute();
const cells = (
  changeSetId: string,
  more: { state?: 'unknown' | 'rejected'; q?: string; page?: number; pageSize?: number } = {},
) => listCells({ ctx, input: { changeSetId, page: 1, pageSize: 100, ...more } });

describe('one set', () => {
  it('shows who, why, from which file, the counts, and the one cell of a switch', async () => {
    const source = { file: 'access.xlsx', sha256: 'a'.repeat(64) };
    const many = await sets.store([customer('1', '100'), customer('2', '100', false)], {
      kind: 'import',
      reason: 'Opening of entity 100',
      source,
    });
    await sets.decide(many, { 1: 'rejected' });
    expect(await read(many)).toMatchObject({
      kind: 'import',
      state: 'queued',
      reason: 'Opening of entity 100',
      source,
      person: { id: 'dana', name: 'Dana Ström' },
      counts: {
        total: 2,
        pending: 1,
        applied: 0,
        already: 0,
        conflict: 0,
        rejected: 1,
        unknown: 0,
        cancelled: 0,
      },
      startedAt: null,
      only: null,
      rate: null,
      pause: null,
    });
    const one = await sets.store([customer('40000', '100', false)], { kind: 'switch' });
    expect((await read(one)).only).toEqual({ ...customer('40000', '100', false), state: 'pending' });
  });

  it('tells what the service shows by now of each assignment, once that was read, and how old that is', async () => {
    const { mirror } = ctx.request.connection;
    const [known, nowhere] = [customer('10000', '100'), customer('nobody', '100')];
    const stored = await sets.store([known, nowhere]);
    const unread = changeCellsSchema.parse(await cells(stored));
    expect([unread.asOf, ...unread.value.map(({ now }) => now)]).toEqual([null, undefined, undefined]);
    await mirror.readAgain();
    for (const accessible of [false, true]) {
      mirror.confirm({ ...known, accessible });
      const { asOf, value } = changeCellsSchema.parse(await cells(stored));
      expect(value.map(({ now }) => now)).toEqual([accessible, null]);
      expect(asOf).toBe(mirror.status().asOf);
      const { recordType, recordId, entityId } = known;
      const history = historySchema.parse(
        await readHistory({ ctx, input: { recordType, recordId, entityId } }),
      );
      expect(history.now).toEqual({ accessible, asOf });
    }
    const ofRecord = await readHistory({ ctx, input: { recordType: 'Customer', recordId: '10000' } });
    expect(ofRecord.now).toBeNull();
  });

  it('tells nothing of what the service shows where a change was sent and is not confirmed', async () => {
    const { mirror } = ctx.request.connection;
    const { recordType, recordId, entityId } = customer('10000', '100');
    const [sent, settled] = [customer('10000', '100'), customer('nobody', '100')];
    const stored = await sets.store([sent, settled]);
    await mirror.readAgain();
    const shown = async () => [
      ...(await cells(stored)).value.map(({ now }) => now !== undefined),
      (await readHistory({ ctx, input: { recordType, recordId, entityId } })).now !== null,
    ];
    expect(await shown()).toEqual([true, true, true]);
    mirror.markUnconfirmed(sent);
    expect(await shown()).toEqual([false, true, false]);
    mirror.clearUnconfirmed(sent);
    expect(await shown()).toEqual([true, true, true]);
  });

  it('tells what its cells come to, also where it was stored before that was noted', async () => {
    const bank = (entityId: string) => ({
      recordType: 'Bank Account',
      recordId: 'GIRO',
      entityId,
      accessible: false,
    });
    const asked: [AccessChange[], ChangeSummary][] = [
      [
        [customer('1', '100'), customer('2', '100'), customer('2', '110'), bank('100'), bank('120')],
        {
          ...{ given: 3, removed: 2, records: 3, record: null },
          types: { count: 2, names: ['Customer', 'Bank Account'] },
          entities: { count: 3, ids: [] },
        },
      ],
      [
        [bank('110'), bank('100'), bank('110')],
        {
          ...{ given: 0, removed: 2, records: 1, record: { recordType: 'Bank Account', recordId: 'GIRO' } },
          types: { count: 1, names: ['Bank Account'] },
          entities: { count: 2, ids: ['100', '110'] },
        },
      ],
    ];
    for (const [cells, summary] of asked) {
      const stored = await sets.store(cells);
      expect((await read(stored)).summary).toEqual(summary);
      const before = await sets.store(cells);
      await update(before, { summary: null });
      expect((await read(before)).summary).toEqual(summary);
      expect((await list()).value.find(({ id }) => id === before)?.summary).toEqual(summary);
      const kept = await ctx.console.database.kysely
        .selectFrom('change_set')
        .select('summary')
        .where('id', '=', before)
        .executeTakeFirst();
      expect(JSON.parse(kept?.summary ?? 'null')).toEqual(summary); // not counted again after each start
    }
  });

  it('names the set that it undoes and the newest one that undoes it', async () => {
    const first = await sets.store([customer('1', '100')]);
    const undo = await sets.store([customer('1', '100', false)], { kind: 'undo', undoOf: first });
    await update(undo, { created_at: 1 });
    const again = await sets.store([customer('1', '100', false)], { kind: 'undo', undoOf: first });
    expect(await read(first)).toMatchObject({ undoneBy: again, undoState: 'queued' });
    await update(again, { state: 'done' });
    expect((await read(first)).undoState).toBe('done');
    expect(await read(undo)).toMatchObject({ undoOf: first, undoneBy: null });
  });

  it('tells how many of its cells were put back, by all the sets that undo it', async () => {
    const cells = [customer('1', '100'), customer('2', '100'), customer('3', '100')];
    const id = await sets.store(cells);
    await sets.decide(id, { 0: 'applied', 1: 'applied', 2: 'applied' });
    expect((await read(id)).undone).toBe(0);
    const back = cells.map((cell) => ({ ...cell, accessible: false }));
    const undo = await sets.store(back, { kind: 'undo', undoOf: id });
    await sets.decide(undo, { 0: 'applied', 1: 'rejected', 2: 'conflict' });
    expect(await read(id)).toMatchObject({ undone: 1 });
    const rest = await sets.store(back.slice(1), { kind: 'undo', undoOf: id });
    await sets.decide(rest, { 0: 'already', 1: 'rejected' });
    expect(await read(id)).toMatchObject({ undone: 2 });
    // What was undone of an undo is in force again.
    const redo = await sets.store(cells.slice(0, 1), { kind: 'undo', undoOf: undo });
    await sets.decide(redo, { 0: 'applied' });
    expect(await read(id)).toMatchObject({ undone: 1 });
    expect(await read(undo)).toMatchObject({ undone: 1 });
  });

  it('tells the rate of the last seconds and what is left at that rate, while it runs', async () => {
    const id = await sets.store(Array.from({ length: 30 }, (_, at) => customer(String(at), '100')));
    await update(id, { state: 'running' });
    expect((await read(id)).rate).toBeNull();
    await sets.decide(id, { 0: 'applied', 1: 'already', 2: 'rejected', 3: 'unknown' });
    expect((await read(id)).rate).toBeNull(); // all at once say nothing yet
    await wait(1_100);
    await sets.decide(id, { 4: 'applied', 5: 'applied' });
    const { rate } = await read(id);
    expect(rate?.perSecond).toBeGreaterThan(0);
    expect(rate?.perSecond).toBeLessThanOrEqual(2);
    expect(rate?.secondsLeft).toBe(Math.ceil(24 / (rate?.perSecond ?? 1)));
    await update(id, { state: 'done' });
    expect((await read(id)).rate).toBeNull();
  });

  it('says why it does not go on, and when it does so by itself', async () => {
    const id = await sets.store([customer('1', '100')]);
    const pause = {
      state: 'paused',
      pause_code: 'storm',
      pause_detail: 'Too many failures.',
      paused_at: 1_000,
      retry_at: 2_000,
    };
    await update(id, pause);
    expect((await read(id)).pause).toEqual({
      code: 'storm',
      detail: 'Too many failures.',
      at: '1970-01-01T00:00:01.000Z',
      retryAt: '1970-01-01T00:00:02.000Z',
    });
    await update(id, { ...pause, pause_code: 'person', control: 'pause' });
    expect(await read(id)).toMatchObject({ pause: { code: 'person', retryAt: null }, asked: 'pause' });
    await update(id, { ...pause, pause_code: 'a-later-version-knows' });
    expect((await read(id)).pause?.code).toBe('internal');
    await update(id, { state: 'running', control: 'cancel', withdrawn: 'The session was ended.' });
    expect(await read(id)).toMatchObject({
      pause: null,
      asked: 'cancel',
      withdrawn: 'The session was ended.',
    });
  });

  it('is not found by another id, whatever that looks like', async () => {
    for (const changeSetId of ['some-set', '\u0000', "' or 1=1"]) {
      await expect(readChanges({ ctx, input: { changeSetId } })).rejects.toMatchObject({ code: 'not-found' });
      await expect(cells(changeSetId)).rejects.toMatchObject({ code: 'not-found' });
    }
  });

  it('is read among others in the order asked for, without those that are not there', async () => {
    const [a, b] = [await sets.store([customer('1', '100')]), await sets.store([customer('2', '100')])];
    const found = await readChangeSets(ctx.console.database, [b, 'nothing', a]);
    expect(found.map(({ id }) => id)).toEqual([b, a]);
    expect(await readChangeSets(ctx.console.database, [])).toEqual([]);
  });
});

describe('the list', () => {
  it('goes from the newest to the oldest in pages of 50, of this connection only', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 120; at++) {
      const id = await sets.store([customer(String(at), '100')]);
      await update(id, { created_at: 1_000 + Math.floor(at / 7) }); // several at one instant
      ids.push(id);
    }
    await sets.store([customer('1', '100')], { connection: 'another' });
    const pages = [await list()];
    for (let next = pages[0]?.next; next != null; next = pages.at(-1)?.next)
      pages.push(await list({ before: next }));
    expect(pages.map((page) => page.ids.length)).toEqual([50, 50, 20]);
    const seen = pages.flatMap((page) => page.ids);
    expect(new Set(seen)).toEqual(new Set(ids));
    const times = pages.flatMap((page) => page.value.map(({ createdAt }) => createdAt));
    expect(times).toEqual([...times].sort().reverse());
    await expect(list({ before: 'nowhere' })).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('is narrowed to what whoever asks has requested', async () => {
    const {
      request: { actor },
    } = ctx;
    if (actor === null) throw new Error('Nobody asks.');
    const others = await sets.store([customer('1', '100')]);
    const own = await sets.store([customer('2', '100')], { actor });
    expect((await list()).ids).toEqual([own, others]);
    expect((await list({ mine: 'true' })).ids).toEqual([own]);
    expect((await list({ mine: 'true', recordId: '1' })).ids).toEqual([]);
  });

  it('is filtered by record, entity, person, outcome, state, kind and time, and by several at once', async () => {
    await ctx.console.database.kysely
      .insertInto('person')
      .values([
        { id: 'dana', issuer: 'demo', subject: 'dana', name: 'Dana Ström', roles: '[]', signed_in_at: 1 },
        { id: 'lee', issuer: 'demo', subject: 'lee', name: 'Lee', roles: '[]', signed_in_at: 1 },
      ])
      .execute();
    const lee = { personId: 'lee', name: 'Lee', roles: [], sessionId: 'other' };
    const a = await sets.store([customer('1', '100'), customer('2', '200')], { reason: 'a' });
    const b = await sets.store([customer('2', '100')], { kind: 'switch', actor: lee });
    const c = await sets.store([{ recordType: 'Item', recordId: '1', entityId: '100', accessible: true }]);
    await sets.decide(a, { 0: 'applied', 1: 'conflict' });
    await update(a, { state: 'done', created_at: 1_000 });
    await update(b, { state: 'running', created_at: 2_000 });
    await update(c, { state: 'paused', created_at: 3_000 });
    const cases: [ListChangesQuery, string[]][] = [
      [{}, [c, b, a]],
      [{ recordType: 'Customer' }, [b, a]],
      [{ recordId: '1' }, [c, a]],
      [{ recordType: 'Customer', recordId: '2' }, [b, a]],
      [{ recordType: 'Customer', recordId: '2', entityId: '200' }, [a]],
      [{ entityId: '200' }, [a]],
      [{ entityId: '%' }, []],
      [{ person: 'STRÖM' }, [c, a]],
      [{ person: 'lee' }, [b]],
      [{ person: 'nobody' }, []],
      [{ outcome: 'conflict' }, [a]],
      [{ outcome: 'pending' }, [c, b]],
      [{ state: 'running' }, [b]],
      [{ state: 'active' }, [c, b]],
      [{ kind: 'switch' }, [b]],
      [{ from: '1970-01-01T00:00:02Z' }, [c, b]],
      [{ to: '1970-01-01T00:00:02Z' }, [a]],
      [{ from: '1970-01-01T01:00:02+01:00', to: '1970-01-01T00:00:03Z', recordId: '2' }, [b]],
    ];
    for (const [query, ids] of cases) {
      const found = await list(query);
      expect([query, found.ids, found.next]).toEqual([query, ids, null]);
    }
  });

  it('finds the sets of a cell page by page among many others', async () => {
    const wanted: string[] = [];
    for (let at = 0; at < 130; at++) {
      const id = await sets.store([customer(String(at), at % 2 === 0 ? '100' : '200')]);
      await update(id, { created_at: at });
      if (at % 2 === 0) wanted.unshift(id);
    }
    const first = await list({ entityId: '100' });
    const second = await list({ entityId: '100', before: first.next ?? '' });
    expect([...first.ids, ...second.ids]).toEqual(wanted);
    expect([first.ids.length, second.next]).toEqual([50, null]);
  });
});

describe('the cells of a set', () => {
  it('come in pages, those without proof first, by state, and by part of an ID', async () => {
    const id = await sets.store(
      Array.from({ length: 12 }, (_, at) => customer(`R${String(at)}`, at < 6 ? 'HQ' : '100_%')),
    );
    await sets.decide(id, { 2: 'applied', 5: 'unknown', 9: 'unknown', 10: 'rejected' });
    const positions = async (more: Parameters<typeof cells>[1]) => {
      const { value, total } = await cells(id, more);
      return [value.map(({ position }) => position), total];
    };
    expect(await positions({})).toEqual([[5, 9, 0, 1, 2, 3, 4, 6, 7, 8, 10, 11], 12]);
    expect(await positions({ pageSize: 5 })).toEqual([[5, 9, 0, 1, 2], 12]);
    expect(await positions({ pageSize: 5, page: 2 })).toEqual([[3, 4, 6, 7, 8], 12]);
    expect(await positions({ pageSize: 1, page: 2 })).toEqual([[9], 12]);
    expect(await positions({ pageSize: 5, page: 9 })).toEqual([[], 12]);
    expect(await positions({ state: 'unknown' })).toEqual([[5, 9], 2]);
    expect(await positions({ q: 'r1' })).toEqual([[1, 10, 11], 3]);
    expect(await positions({ q: 'hq' })).toEqual([[5, 0, 1, 2, 3, 4], 6]);
    expect(await positions({ q: '0_%' })).toEqual([[9, 6, 7, 8, 10, 11], 6]);
    expect(await positions({ q: 'r1', state: 'rejected' })).toEqual([[10], 1]);
    const { value } = await cells(id, { state: 'rejected' });
    expect(value).toMatchObject([
      {
        recordId: 'R10',
        accessible: true,
        expected: null,
        before: false,
        current: false,
        detail: 'It is rejected.',
      },
    ]);
    expect(value[0]?.settledAt).not.toBeNull();
  });
});

describe('the preview of an undo', () => {
  const preview = (changeSetId: string) => previewUndo({ ctx, input: { changeSetId } });

  it('counts what would be given, removed, and left because it is not as the set left it', async () => {
    const id = await sets.store([
      customer('1', '100'),
      customer('2', '100', false),
      customer('3', '100', false),
      customer('4', '100'),
    ]);
    await sets.decide(id, { 0: 'applied', 1: 'applied', 2: 'applied', 3: 'rejected' });
    await update(id, { state: 'done' });
    expect(await preview(id)).toEqual({ give: 2, remove: 1, left: 0, asOf: null });
    const { mirror } = ctx.request.connection;
    mirror.refresh();
    await expect.poll(() => mirror.progress()).toMatchObject({ complete: true, loading: false });
    mirror.confirm(customer('2', '100', false)); // the only one that is as the set left it
    expect(await preview(id)).toEqual({ give: 1, remove: 0, left: 2, asOf: mirror.status().asOf });
  });

  it('answers although the first read of the service failed, as the undo itself would', async () => {
    const id = await sets.store([customer('1', '100')]);
    await sets.decide(id, { 0: 'applied' });
    await update(id, { state: 'done' });
    await connected.faults({ kind: 'status', status: 403, method: 'GET' });
    await expect(ctx.request.connection.mirror.readAgain()).rejects.toMatchObject({
      code: 'service-forbidden',
    });
    expect(await preview(id)).toEqual({ give: 0, remove: 1, left: 0, asOf: null });
  });

  it('is refused where an undo would be', async () => {
    const id = await sets.store([customer('1', '100')]);
    await update(id, { state: 'running' });
    await expect(preview(id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(preview('some-set')).rejects.toMatchObject({ code: 'not-found' });
  });
});

it('says that the database does not answer', async () => {
  const { url, drop } = await testDatabase();
  const database = await openDatabase(url);
  await database.close();
  await drop();
  ctx = connected.context('auditor', { database });
  const asks = [() => list(), () => read('some-set'), () => cells('some-set')];
  for (const ask of [...asks, () => listOutside({ ctx, input: {} })])
    await expect(ask()).rejects.toMatchObject({ code: 'ledger-unavailable' });
});
