import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { historyQuerySchema, historySchema } from '@/lib/contract/changes/changes';
import { noCounts } from '@/lib/domain/changes/change-summary';
import { setTitle } from '@/lib/domain/changes/change-words';
import { listOutside } from '@/lib/server/services/changes/list-outside';
import { readHistory } from '@/lib/server/services/changes/read-history';
import type { ServiceContext } from '@/lib/server/services/verb';
import { startScenario, type Scenario } from '@/tests/support/console/scenario';
import { customer, StoredSets } from '@/tests/support/changes/stored-sets';

let connected: Scenario;
let ctx: ServiceContext;
let sets: StoredSets;

beforeEach(async () => {
  connected = await startScenario({ size: 'records=1,entities=1,lines=0' });
  ctx = connected.context('auditor');
  sets = new StoredSets(connected);
});
afterEach(() => connected.close());

describe('the history', () => {
  it('tells what happened to a cell, or to all cells of a record, newest first, with set, person and reason', async () => {
    const first = await sets.store([customer('1', '100'), customer('1', '200')], { reason: 'Opening' });
    await sets.decide(first, { 0: 'unknown', 1: 'applied' });
    await ctx.console.ledger.append([
      {
        kind: 'access.outside',
        connection: 'default',
        cell: { recordType: 'Customer', recordId: '1', entityId: '100' },
        before: true,
        after: null,
        since: '2026-01-01T00:00:00Z',
        until: '2026-01-01T00:05:00Z',
      },
    ]);
    const ask = (more: { entityId?: string; before?: number }) =>
      readHistory({ ctx, input: { recordType: 'Customer', recordId: '1', ...more } });
    const { value: ofCell, next } = await ask({ entityId: '100' });
    expect(next).toBeNull();
    expect(ofCell).toMatchObject([
      { by: 'outside', person: null, state: null, before: true, after: null, since: '2026-01-01T00:00:00Z' },
      {
        by: 'console',
        person: { name: 'Dana Ström' },
        state: 'unknown',
        wanted: true,
        reason: 'Opening',
        changeSetId: first,
        setTotal: 2, // of which one is of this cell
      },
    ]);
    expect((await ask({})).value.map(({ entityId, state }) => [entityId, state])).toEqual([
      ['100', null],
      ['200', 'applied'],
      ['100', 'unknown'],
    ]);
    const ofEntity = await readHistory({ ctx, input: { entityId: '200' } });
    expect(ofEntity.value).toMatchObject([{ recordId: '1', entityId: '200', state: 'applied' }]);
    expect((await ask({ before: ofCell[0]?.seq ?? 0 })).value).toHaveLength(2);
    const other = connected.context('auditor', { connection: { ...ctx.request.connection, key: 'another' } });
    expect(
      (await readHistory({ ctx: other, input: { recordType: 'Customer', recordId: '1' } })).value,
    ).toEqual([]);
  });

  it('tells of a set that it cuts what all of it is there', async () => {
    const ofEntity = Array.from({ length: 60 }, (_, at) => customer(String(at), '100'));
    const id = await sets.store([...ofEntity, customer('1', '200')], { kind: 'undo', undoOf: 'one' });
    await sets.decide(id, Object.fromEntries(ofEntity.map((_, at) => [at, 'applied' as const])));
    const ask = async (input: {
      entityId: string;
      before?: number;
      recordType?: string;
      recordId?: string;
    }) => historySchema.parse(await readHistory({ ctx, input }));
    const whole = { id, undoOf: 'one', summary: { given: 60, records: 60, entities: { ids: ['100'] } } };
    const newest = await ask({ entityId: '100' });
    expect(newest).toMatchObject({
      cut: [whole],
      value: { length: 50, 0: { undoOf: 'one', setTotal: 61 } },
    });
    const older = await ask({ entityId: '100', before: newest.next ?? 0 });
    expect(older).toMatchObject({ cut: [whole], value: { length: 10 }, next: null });
    expect((await ask({ entityId: '100', recordType: 'Customer', recordId: '1' })).cut).toEqual([]);
  });

  it('tells of a set that it cuts what became of it there, not elsewhere', async () => {
    const ofEntity = Array.from({ length: 60 }, (_, at) => customer(String(at), '100'));
    const id = await sets.store([...ofEntity, customer('1', '200'), customer('2', '200')]);
    await sets.decide(id, {
      ...Object.fromEntries(ofEntity.map((_, at) => [at, 'rejected' as const])),
      60: 'applied',
    });
    const { cut } = historySchema.parse(await readHistory({ ctx, input: { entityId: '100' } }));
    // One of entity 200 is still to be decided.
    expect(cut).toMatchObject([{ id, state: 'done', counts: { ...noCounts, total: 60, rejected: 60 } }]);
    expect(cut.map((set) => setTitle(set))).toEqual(['Not given: 60 customers in entity 100']);
  });

  it('cuts no set of which nothing happened beyond the page', async () => {
    const of = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => customer(String(from + at), '100'));
    const older = await sets.store(of(0, 60));
    await sets.decide(older, Object.fromEntries(of(0, 60).map((_, at) => [at, 'applied' as const])));
    const running = await sets.store(of(100, 60));
    await sets.decide(running, Object.fromEntries(of(100, 10).map((_, at) => [at, 'applied' as const])));
    const { value, cut, next } = await readHistory({ ctx, input: { entityId: '100' } });
    expect(value.filter(({ changeSetId }) => changeSetId === running)).toHaveLength(10);
    expect(next).not.toBeNull();
    expect(cut.map(({ id }) => id)).toEqual([older]);
  });

  it('is asked for by a whole record, an entity, or both', () => {
    const isTaken = (query: object) => historyQuerySchema.safeParse(query).success;
    expect([
      isTaken({ recordType: 'Customer', recordId: '1' }),
      isTaken({ entityId: '100' }),
      isTaken({ recordType: 'Customer', recordId: '1', entityId: '100' }),
    ]).toEqual([true, true, true]);
    expect([
      isTaken({}),
      isTaken({ recordType: 'Customer' }),
      isTaken({ recordId: '1', entityId: '100' }),
    ]).toEqual([false, false, false]);
  });

  it('goes on in pages of 50', async () => {
    const cell = { recordType: 'Customer', recordId: '1', entityId: '100' };
    const [since, until] = ['2026-01-01T00:00:00Z', '2026-01-01T00:05:00Z'];
    await ctx.console.ledger.append(
      Array.from({ length: 60 }, (_, at) => ({
        kind: 'access.outside' as const,
        ...{ connection: 'default', cell, before: at % 2 === 0, after: at % 2 === 1, since, until },
      })),
    );
    await ctx.console.ledger.append([
      { kind: 'access.outside-more', connection: 'default', count: 9_000, since, until },
    ]);
    const first = await readHistory({ ctx, input: cell });
    const second = await readHistory({ ctx, input: { ...cell, before: first.next ?? 0 } });
    expect([first.value.length, second.value.length, second.next]).toEqual([50, 10, null]);
    const outside = await listOutside({ ctx, input: {} });
    expect([outside.value.length, outside.value[0]]).toEqual([
      50,
      { seq: 62, since, until, cell: null, count: 9_000, before: null, after: null },
    ]);
    const older = await listOutside({ ctx, input: { before: outside.next ?? 0 } });
    expect([older.value.length, older.next]).toEqual([11, null]);
    expect((await listOutside({ ctx, input: { recordId: '1', entityId: '100' } })).value[0]?.cell).toEqual(
      cell,
    );
    expect((await listOutside({ ctx, input: { to: '2026-01-01T00:00:00Z' } })).value).toEqual([]);
  });
});
