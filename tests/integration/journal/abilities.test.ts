import { afterEach, describe, expect, it } from 'vitest';
import { startJournalBench, type JournalBench } from './journal-bench';

let bench: JournalBench;
afterEach(() => bench.close());

const start = async (modes: object): Promise<JournalBench> => {
  bench = await startJournalBench({ size: 'records=20,entities=5,lines=300', pageSize: 100 });
  await bench.control('PUT', '/modes', { pageSize: 100, ...modes });
  return bench;
};

const narrow = { location: 'EAST', sort: [{ field: 'PostingDate', descending: true }], pageSize: 10 };

describe('a service that', () => {
  it('does everything is asked for one page at a time', async () => {
    const { list, control, journalReads } = await start({});
    await list(); // finds out what the service does
    await control('DELETE', '/requests');
    const answer = await list({ ...narrow, page: 2, columns: ['ItemNo'] });
    expect(answer.source).toBe('remote');
    const reads = await journalReads();
    expect(reads).toHaveLength(1);
    expect(reads[0]).toContain("$filter=LocationCode eq 'EAST'");
    expect(reads[0]).toContain('$orderby=PostingDate desc,JournalTemplateName,JournalBatchName,LineNo');
    expect(reads[0]).toContain('$top=10');
    expect(reads[0]).toContain('$skip=10');
    expect(reads[0]).toContain('$select=JournalTemplateName,JournalBatchName,LineNo,ItemNo');
  });

  it.each([['$top'], ['$skip'], ['$orderby']])(
    'ignores %s is read whole, and the answer is the same',
    async (option) => {
      const { list } = await start({});
      const expected = await list(narrow);
      expect(expected.source).toBe('remote');
      await bench.close();
      await start({ ignoreOptions: [option] });
      const answer = await bench.list(narrow);
      expect(answer.source).toBe('snapshot');
      expect(answer.rows).toEqual(expected.rows);
      expect(answer.total).toBe(expected.total);
    },
  );

  it('ignores filters is read whole for filtered pages only', async () => {
    const { list } = await start({ ignoreFilter: true });
    const answer = await list(narrow);
    expect(answer.source).toBe('snapshot');
    expect(answer.total).toBeLessThan(300);
    expect(answer.rows.every((row) => row['LocationCode'] === 'EAST')).toBe(true);
    expect((await list()).source).toBe('remote');
  });

  it('does not count leaves the total open until the last page', async () => {
    const { list } = await start({ ignoreOptions: ['$count'] });
    expect(await list({ pageSize: 100 })).toMatchObject({ source: 'remote', total: null });
    expect(await list({ pageSize: 80, page: 4 })).toMatchObject({ source: 'remote', total: 300 });
  });

  it.each([[[]], [['$count']]])(
    'gives smaller pages than asked for loses no line (ignoring %o)',
    async (ignoreOptions) => {
      const { list } = await start({ ignoreOptions });
      const answer = await list({ pageSize: 200 }); // its pages end at 100
      expect(answer).toMatchObject({ source: 'snapshot', total: 300 });
      expect(answer.rows).toHaveLength(200);
      expect((await list({ pageSize: 50 })).source).toBe('remote');
    },
  );

  it('stops honouring filters later is noticed in use', async () => {
    const { list, control } = await start({});
    const wide = { ...narrow, pageSize: 100 };
    const before = await list(wide);
    await control('PUT', '/modes', { ignoreFilter: true, pageSize: 100 });
    const after = await list({ ...wide, sort: [{ field: 'Quantity', descending: true }] });
    expect([before.source, after.source]).toEqual(['remote', 'snapshot']);
    expect(after.total).toBe(before.total);
    await control('DELETE', '/requests');
    await list({ ...narrow, page: 2 });
    expect(await bench.journalReads()).toEqual([]); // not asked with a filter again
  });

  it('encodes its options is understood all the same', async () => {
    const { list } = await start({ encodedEnums: true });
    const answer = await list({ filters: [{ field: 'EntryType', op: 'eq', value: 'positive adjmt.' }] });
    expect(answer.total).toBeGreaterThan(0);
    expect(answer.rows.every((row) => row['EntryType'] === 'Positive Adjmt.')).toBe(true);
  });

  it('is never asked a filter too long for it goes on answering shorter ones', async () => {
    const { list, control } = await start({});
    expect((await list(narrow)).source).toBe('remote');
    await control('DELETE', '/requests');
    const filters = Array.from({ length: 400 }, (_, at) => ({
      field: 'DocumentNo',
      op: 'contains' as const,
      value: `DOCUMENT${at}`,
    }));
    expect(await list({ filters })).toMatchObject({ source: 'snapshot', total: 0 });
    expect((await bench.journalReads()).filter((url) => url.includes('DOCUMENT'))).toEqual([]);
    expect((await list(narrow)).source).toBe('remote');
  });

  it('fails with another refusal is asked again next time', async () => {
    const { list, control } = await start({});
    expect((await list(narrow)).source).toBe('remote');
    await control('PUT', '/faults', [
      { kind: 'status', status: 409, resource: 'journal', method: 'GET', count: 1 },
    ]);
    expect((await list(narrow)).source).toBe('snapshot');
    expect((await list(narrow)).source).toBe('remote');
  });

  it('refuses a filter is read whole', async () => {
    const { list, control } = await start({});
    await list();
    await control('PUT', '/faults', [
      { kind: 'status', status: 400, resource: 'journal', method: 'GET', count: 1 },
    ]);
    const answer = await list(narrow);
    expect(answer.source).toBe('snapshot');
    expect(answer.rows).toHaveLength(10);
    expect((await list(narrow)).source).toBe('snapshot'); // not asked with a filter again
  });
});
