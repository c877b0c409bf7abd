import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { groupingKey } from '@/lib/domain/journal/grouping';
import { defaultJournalQuery, type FieldFilter } from '@/lib/domain/journal/query';
import { ConsoleError } from '@/lib/server/console-error';
import { UpstreamError } from '@/lib/server/upstream/errors/errors';
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
const search = { q: 'desk' };
const down = [{ kind: 'status', status: 403, resource: 'journal', method: 'GET' }];

/** Asks until the copy is no longer being renewed. */
async function settled(): Promise<void> {
  await expect.poll(async () => (await bench.list(search)).refreshing).toBe(false);
}

describe('the copy of all lines', () => {
  it('is read once, however many ask at the same time', async () => {
    const { list, control, journalReads } = await start();
    await list();
    await control('DELETE', '/requests');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => list({ q: String(at) })));
    expect(answers.every(({ source }) => source === 'snapshot')).toBe(true);
    expect(await journalReads()).toHaveLength(3); // 300 lines in pages of 100
  });

  it('answers further questions without the service while it is fresh', async () => {
    const { list, control, journalReads, pass } = await start();
    const first = await list(search);
    await control('DELETE', '/requests');
    pass(59_000);
    const second = await list({ ...search, page: 2 });
    expect(second).toMatchObject({ asOf: first.asOf, refreshing: false });
    expect(await journalReads()).toEqual([]);
  });

  it('is renewed behind the answer when it has grown old, and says how old it is meanwhile', async () => {
    const { list, control, pass } = await start();
    const first = await list(search);
    await control('POST', '/outside-posting', { template: 'ITEM', batch: 'DEFAULT' });
    pass(61_000);
    const old = await list(search);
    expect(old).toMatchObject({ asOf: first.asOf, refreshing: true, total: first.total });
    await settled();
    const renewed = await list(search);
    expect(renewed.asOf > first.asOf).toBe(true);
    expect(renewed.total).toBeLessThan(first.total ?? 0);
  });

  it('is read again less often where reading takes long, so that reading is not all the console does', async () => {
    const { list, control, journalReads, pass } = await start();
    await list();
    await control('DELETE', '/requests');
    await control('PUT', '/faults', [{ kind: 'slow', delayMs: 300, resource: 'journal' }]);
    const first = list(search);
    await expect.poll(async () => (await journalReads()).length).toBeGreaterThan(0);
    pass(30_000); // while it is read
    await first;
    await control('PUT', '/faults', []);
    pass(91_000);
    expect(await list(search)).toMatchObject({ refreshing: false });
    pass(30_000); // 151 s after it began
    expect(await list(search)).toMatchObject({ refreshing: true });
    await settled();
  });

  it('grows old by time that passes, though the clock is set back', async () => {
    const { list, pass, setClock } = await start();
    await list(search);
    setClock(-3_600_000);
    pass(61_000);
    expect(await list(search)).toMatchObject({ refreshing: true });
    await settled();
  });

  it('is waited for when the old one is too old to be shown', async () => {
    const { list, control, pass } = await start();
    const first = await list(search);
    await control('POST', '/outside-posting', { template: 'ITEM', batch: 'DEFAULT' });
    pass(11 * 60_000);
    expect((await list(search)).total).toBeLessThan(first.total ?? 0);
  });

  it('stays, with its age and the reason, when the service cannot be read; and recovers by itself', async () => {
    const { list, control, pass } = await start();
    const first = await list(search);
    await control('PUT', '/faults', down);
    pass(11 * 60_000);
    const stale = await list(search);
    expect(stale).toMatchObject({
      asOf: first.asOf,
      total: first.total,
      stale: { code: 'service-forbidden' },
    });
    expect(stale.stale?.detail).toContain('BSSI MEM');
    await control('PUT', '/faults', []);
    pass(6_000);
    const recovered = await list(search);
    expect(recovered.asOf > first.asOf).toBe(true);
    expect(recovered.stale).toBeUndefined();
  });

  it('never exists by halves: a read that breaks off on the way is an error with the service’s code', async () => {
    const { list, control } = await start();
    await list();
    await control('PUT', '/faults', [{ ...down[0], afterPage: 1 }]);
    const failure = await list(search).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UpstreamError);
    expect(failure).toMatchObject({ code: 'service-forbidden' });
    await control('PUT', '/faults', []);
    expect((await list(search)).source).toBe('snapshot');
  });

  it('holds each line once when pages overlap', async () => {
    const { listCopied, control, sources } = await start();
    await control('PUT', '/faults', [{ kind: 'duplicateRows', rows: 5, resource: 'journal' }]);
    expect((await listCopied({ pageSize: 500 })).total).toBe(300);
    const transfers: FieldFilter[] = [{ field: 'EntryType', op: 'eq', value: 'Transfer' }];
    const query = { ...defaultJournalQuery, filters: transfers };
    const key = groupingKey('EntryType');
    const { lines, release } = await sources.hold(new AbortController().signal);
    const groups = lines.groups(query, key ? [key] : [], []);
    release();
    const { total } = await listCopied(query);
    expect(groups).toMatchObject([{ key: ['Transfer'], count: total }]);
  });

  it('is read to its end even when the one who asked goes away', async () => {
    const { list, control } = await start();
    await list();
    await control('PUT', '/faults', [{ kind: 'slow', delayMs: 150, resource: 'journal' }]);
    const leaving = new AbortController();
    const gone = list(search, { signal: leaving.signal });
    setTimeout(() => {
      leaving.abort();
    }, 50);
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' });
    expect((await list(search)).source).toBe('snapshot');
  });

  it('steps in when the service fails at a page it was asked for', async () => {
    const { list, control } = await start();
    await list(search);
    await control('PUT', '/faults', down);
    expect(await list()).toMatchObject({ source: 'snapshot', total: 300 });
  });
});

describe('without any copy', () => {
  it('a page the service fails at is an error with its code', async () => {
    const { list, control } = await start();
    await control('PUT', '/faults', down);
    await expect(list()).rejects.toMatchObject({ code: 'service-forbidden' });
  });

  it('questions that only it can answer say so where the disk takes no file; pages of the service go on', async () => {
    const file = join(temporaryFolder('mem-journal'), 'full');
    writeFileSync(file, '');
    bench = await startJournalBench({ size: 'records=20,entities=5,lines=300' }, {}, join(file, 'within'));
    const failure = await bench.list(search).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConsoleError);
    expect(failure).toMatchObject({
      code: 'internal',
      message: expect.stringContaining('disk is full') as string,
    });
    expect(await bench.list()).toMatchObject({ source: 'remote', total: 300 });
  });
});
