import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { defaultJournalQuery, type FieldFilter } from '@/lib/domain/journal/query';
import { ConsoleError } from '@/lib/server/console-error';
import { UpstreamError } from '@/lib/server/upstream/errors/upstream-error';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';
import { startJournalBench, type JournalBench } from './journal-bench';

let bench: JournalBench;
afterEach(() => bench.close());

const start = async (): Promise<JournalBench> => {
  bench = await startJournalBench(
    { size: 'records=20,entities=5,lines=300', pageSize: 100 },
    { timeoutSeconds: 3 },
  );
  return bench;
};
const desks = { q: 'desk' };
const down = [{ kind: 'status', status: 403, resource: 'journal', method: 'GET' }];
const heldAfter = (afterPage: number) => [{ kind: 'hold', resource: 'journal', afterPage }];
const posting = { template: 'ITEM', batch: 'DEFAULT' };

/** Asks until the copy is no longer being renewed. */
async function settled(): Promise<void> {
  await expect.poll(async () => (await bench.list(desks)).refreshing).toBe(false);
}

/** Waits until the fault that is set holds a request. */
async function isHeld(): Promise<void> {
  const faults = () => bench.control('GET', '/faults');
  await expect.poll(faults).toMatchObject({ faults: [{ met: 1 }] });
}

/** Holds the copy for a moment; how many lines it has, and what it says of itself. */
async function held() {
  const { lines, age, release } = await bench.copy.hold(new AbortController().signal);
  release();
  return { count: lines.lines, ...age };
}

describe('the copy of all lines', () => {
  it('is read once, however many ask at the same time', async () => {
    const { list, journalReads } = await start();
    await Promise.all(Array.from({ length: 8 }, (_, at) => list({ q: String(at) })));
    expect(await journalReads()).toHaveLength(3); // 300 lines in pages of 100
  });

  it('answers further questions without the service while it is fresh', async () => {
    const { list, control, journalReads, pass } = await start();
    const first = await list(desks);
    await control('DELETE', '/requests');
    pass(59_000);
    const second = await list({ ...desks, page: 2 });
    expect(second).toMatchObject({ copy: first.copy, asOf: first.asOf, refreshing: false });
    expect(await journalReads()).toEqual([]);
  });

  it('is renewed behind the answer when it has grown old, and says how old it is meanwhile', async () => {
    const { list, control, pass } = await start();
    const first = await list(desks);
    await control('POST', '/outside-posting', posting);
    pass(61_000);
    const old = await list(desks);
    expect(old).toMatchObject({ copy: first.copy, asOf: first.asOf, refreshing: true, total: first.total });
    await settled();
    const renewed = await list(desks);
    expect(renewed.asOf > first.asOf).toBe(true);
    expect(renewed.copy > first.copy).toBe(true);
    expect(renewed.total).toBeLessThan(first.total);
  });

  it.each([30_000, 400_000])('is read again after four times the %d ms that it took', async (tookMs) => {
    const { list, control, pass } = await start();
    await control('PUT', '/faults', heldAfter(0));
    const first = held();
    await isHeld();
    pass(tookMs);
    await control('PUT', '/faults', []);
    await first;
    pass(4 * tookMs - 1);
    expect(await list(desks)).toMatchObject({ refreshing: false });
    pass(1);
    expect(await list(desks)).toMatchObject({ refreshing: true });
    await settled();
  });

  it('grows old by time that passes, though the clock is set back', async () => {
    const { list, pass, setClock } = await start();
    await list(desks);
    setClock(-3_600_000);
    pass(61_000);
    expect(await list(desks)).toMatchObject({ refreshing: true });
    await settled();
  });

  it('shows its lines whatever its age, but is not added up when it is too old', async () => {
    const { list, control, pass } = await start();
    const first = await list();
    await control('POST', '/outside-posting', posting);
    pass(11 * 60_000);
    expect(await list()).toMatchObject({ copy: first.copy, total: 300, refreshing: true });
    expect((await held()).count).toBeLessThan(300);
  });

  it('stays, with its age and the reason, when the service cannot be read; and recovers by itself', async () => {
    const { list, control, pass } = await start();
    const first = await list(desks);
    await control('PUT', '/faults', down);
    pass(11 * 60_000);
    const stale = await held();
    expect(stale).toMatchObject({ asOf: first.asOf, count: 300, stale: { code: 'service-forbidden' } });
    expect(stale.stale?.detail).toContain('BSSI MEM');
    expect(await list(desks)).toMatchObject({ total: first.total, stale: stale.stale });
    await control('PUT', '/faults', []);
    pass(6_000);
    const recovered = await held();
    expect(recovered.asOf > first.asOf).toBe(true);
    expect(recovered.stale).toBeUndefined();
  });

  it('holds each line once when pages overlap', async () => {
    const { list, control, copy } = await start();
    await control('PUT', '/faults', [{ kind: 'duplicateRows', rows: 5, resource: 'journal' }]);
    expect((await list({ pageSize: 500 })).total).toBe(300);
    const transfers: FieldFilter[] = [{ field: 'EntryType', op: 'eq', value: 'Transfer' }];
    const query = { ...defaultJournalQuery, filters: transfers };
    const key = groupingKey('EntryType');
    const { lines, release } = await copy.hold(new AbortController().signal);
    const groups = lines.groups(query, key ? [key] : [], []);
    release();
    const { total } = await list(query);
    expect(groups).toMatchObject([{ key: ['Transfer'], count: total }]);
  });

  it('is read to its end even when the one who asked goes away', async () => {
    const { list, control, journalReads } = await start();
    await control('PUT', '/faults', heldAfter(0));
    const leaving = new AbortController();
    const gone = list(desks, { signal: leaving.signal });
    await isHeld();
    leaving.abort();
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' });
    await control('PUT', '/faults', []);
    expect((await held()).count).toBe(300);
    expect(await journalReads()).toHaveLength(3);
  });

  it('has a number that no other replica gives', async () => {
    const { list, copy, another } = await start();
    const other = another();
    const ask = (one: typeof copy) => one.list(defaultJournalQuery, [], new AbortController().signal);
    const numbers = [(await list()).copy, (await ask(other)).copy];
    copy.refresh();
    await settled();
    numbers.push((await list()).copy);
    expect(new Set(numbers).size).toBe(3);
  });
});

describe('the first read', () => {
  it('shows lines as they arrive, says how many, and adds nothing up before its end', async () => {
    const { list, control, pass, copy } = await start();
    await control('PUT', '/faults', heldAfter(1));
    copy.start();
    await isHeld();
    const arrived = async () => {
      pass(1_000); // what has arrived is shown this often
      return (await list()).arrived;
    };
    await expect.poll(arrived).toBe(100);
    const some = await list({ pageSize: 500 }, { sums: ['Amount'] });
    expect(some).toMatchObject({ arrived: 100, total: 100, refreshing: true });
    expect(some.rows).toHaveLength(100);
    expect(some.sums).toBeUndefined();
    const few = await list({ ...desks, sort: [{ field: 'Amount', descending: true }] });
    expect(few).toMatchObject({ arrived: 100, copy: some.copy });
    expect(few.total).toBeLessThan(100);

    // What these lines cannot answer waits for the others.
    let waits = 3;
    const late = [
      held(),
      list({ check: 'duplicate-line' }),
      list({ page: 3, pageSize: 100, sort: [{ field: 'Amount', descending: false }] }),
    ].map((answer) => answer.finally(() => waits--));
    await control('PUT', '/faults', heldAfter(2));
    await isHeld();
    await expect.poll(arrived).toBe(200);
    const more = await list({ pageSize: 500 });
    expect(more).toMatchObject({ arrived: 200, total: 200 });
    expect(more.rows).toHaveLength(200);
    expect(more.copy > some.copy).toBe(true);
    expect(waits).toBe(3);
    await control('PUT', '/faults', []);
    expect((await Promise.all(late))[0]).toMatchObject({ count: 300 });
    const whole = await list({ pageSize: 500 }, { sums: ['Amount'] });
    expect(whole).toMatchObject({ total: 300, refreshing: false });
    expect(whole.arrived).toBeUndefined();
    expect(whole.sums).toHaveProperty('Amount');
    expect(whole.copy > more.copy).toBe(true);
  });

  it('that breaks off leaves no lines behind: it is an error with the service’s code', async () => {
    const { list, control, pass } = await start();
    await control('PUT', '/faults', [{ ...down[0], afterPage: 1 }]);
    const failure = await list(desks).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UpstreamError);
    expect(failure).toMatchObject({ code: 'service-forbidden' });
    await control('PUT', '/faults', []);
    pass(1_000);
    expect(await list()).toMatchObject({ total: 300 });
  });

  it('is begun at the start, and again after pauses that grow while it fails', async () => {
    const { list, control, pass, copy, journalReads } = await start();
    await control('PUT', '/faults', down);
    copy.start();
    await expect(list()).rejects.toMatchObject({ code: 'service-forbidden' });
    await control('DELETE', '/requests');
    await expect(list()).rejects.toMatchObject({ code: 'service-forbidden' });
    expect(await journalReads()).toEqual([]);
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      await control('DELETE', '/requests');
      pass(pauseMs - 1);
      await expect(list()).rejects.toMatchObject({ code: 'service-forbidden' });
      pass(1);
      await expect(list()).rejects.toMatchObject({ code: 'service-forbidden' });
      expect((await journalReads()).length).toBeGreaterThan(0);
    }
  });

  it('is tried again although nobody asks', async () => {
    const { control, copy, journalReads } = await start();
    await control('PUT', '/faults', down);
    copy.start();
    await expect.poll(async () => (await journalReads()).length).toBeGreaterThan(0);
    await control('PUT', '/faults', []);
    await control('DELETE', '/requests');
    await expect.poll(async () => (await journalReads()).length, { timeout: 5_000 }).toBe(3);
  });

  it('says so where the disk takes no file', async () => {
    const file = join(temporaryFolder('mem-journal'), 'full');
    writeFileSync(file, '');
    bench = await startJournalBench({ size: 'records=20,entities=5,lines=300' }, {}, join(file, 'within'));
    const failure = await bench.list(desks).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConsoleError);
    expect(failure).toMatchObject({
      code: 'internal',
      message: expect.stringContaining('disk is full') as string,
    });
  });
});
