import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SecurityWireRow } from '@/lib/server/upstream/odata/wire';
import { all, failureOf, requestsOf, startStage } from './against-reference';
import type { Stage } from './against-reference';

let stage: Stage;
beforeAll(async () => void (stage = await startStage({ pageSize: 100 })));
afterEach(() => stage.clear());
afterAll(() => stage.close());

const keyOf = (row: SecurityWireRow): string =>
  JSON.stringify([row.BssiMasterRecordType, row.BssiMasterRecordID, row.BssiEntityID]);
const rowsOf = async (pages: AsyncIterable<{ rows: SecurityWireRow[] }>): Promise<SecurityWireRow[]> =>
  (await all(pages)).flatMap((page) => page.rows);

describe('a full read of assignments', () => {
  it('follows the links to the end, asks for no page by number, and every key comes once', async () => {
    const began = performance.now();
    const pages = await all(stage.connect().readSecurity({}));
    const rows = pages.flatMap((page) => page.rows);
    expect(pages).toHaveLength(8);
    expect(new Set(rows.map(keyOf)).size).toBe(720);
    expect(
      pages.every(
        ({ filterIgnored, requestedTick }) =>
          !filterIgnored && requestedTick >= began && requestedTick <= performance.now(),
      ),
    ).toBe(true);
    const seen = await stage.requests();
    expect(seen).toHaveLength(8);
    expect(seen.filter((request) => /\$skip=|\$top=/.test(decodeURIComponent(request.url)))).toEqual([]);
  });

  it('works with relative links and contexts, and on premises', async () => {
    await stage.modes({ relativeNextLinks: true, relativeContext: true });
    expect(await rowsOf(stage.connect().readSecurity({}))).toHaveLength(720);
    const premises = {
      address: 'on-premises',
      baseUrl: stage.service.onPremisesBaseUrl,
      environment: undefined,
    } as const;
    expect(await rowsOf(stage.connect(premises).readSecurity({}))).toHaveLength(720);
    await stage.modes({});
    expect(await rowsOf(stage.connect({ ...premises, tenantId: undefined }).readSecurity({}))).toHaveLength(
      720,
    );
  });

  it('says what the interface wants in its headers, and asks for no replica', async () => {
    await rowsOf(stage.connect().readSecurity({ entityId: '100' }));
    const [first] = await stage.requests();
    expect(first?.headers).toMatchObject({ accept: 'application/json', 'accept-language': 'en-US' });
    expect(first?.headers).not.toHaveProperty('data-access-intent');
    expect(first?.authorization).toBeNull();
  });

  it('ends when the reader leaves', async () => {
    for await (const page of stage.connect().readSecurity({})) {
      expect(page.rows).toHaveLength(100);
      break;
    }
    expect(requestsOf(await stage.counters(), 'GET')).toBeLessThanOrEqual(2);
  });

  it('ends when its signal fires, with the signal’s reason', async () => {
    const stop = new AbortController();
    const reading = (async () => {
      for await (const page of stage.connect().readSecurity({}, { signal: stop.signal })) {
        expect(page.rows.length).toBeGreaterThan(0);
        stop.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
  });
});

describe('a filter', () => {
  it('is carried out by the service for each part of the key and the value', async () => {
    const upstream = stage.connect();
    const every = await rowsOf(upstream.readSecurity({}));
    const some = every[345];
    if (some === undefined) throw new Error('no row');
    for (const filter of [
      { recordType: some.BssiMasterRecordType },
      { recordId: some.BssiMasterRecordID },
      { entityId: some.BssiEntityID },
      { accessible: true },
      { accessible: false, entityId: some.BssiEntityID },
    ]) {
      const wanted = every.filter(
        (row) =>
          (filter.recordType === undefined || row.BssiMasterRecordType === filter.recordType) &&
          (filter.recordId === undefined || row.BssiMasterRecordID === filter.recordId) &&
          (filter.entityId === undefined || row.BssiEntityID === filter.entityId) &&
          (filter.accessible === undefined || row.BssiAccessible === filter.accessible),
      );
      const pages = await all(upstream.readSecurity(filter));
      expect(
        pages
          .flatMap((page) => page.rows)
          .map(keyOf)
          .sort(),
      ).toEqual(wanted.map(keyOf).sort());
      expect(pages.some((page) => page.filterIgnored)).toBe(false);
    }
  });

  it('that the service ignores is carried out here, and that is said', async () => {
    await stage.modes({ ignoreFilter: true });
    const pages = await all(stage.connect().readSecurity({ entityId: '100' }));
    expect(pages.some((page) => page.filterIgnored)).toBe(true);
    const rows = pages.flatMap((page) => page.rows);
    expect(rows).toHaveLength(60);
    expect(new Set(rows.map((row) => row.BssiEntityID))).toEqual(new Set(['100']));
  });

  it('that the service takes without case gives no row of another key', async () => {
    const pages = await all(stage.connect().readSecurity({ recordType: 'CUSTOMER' }));
    expect(pages.flatMap((page) => page.rows)).toEqual([]);
    expect(pages.some((page) => page.filterIgnored)).toBe(false);
  });
});

describe('booleans in a filter', () => {
  const filterOf = (url: string): string => /\$filter=([^&]*)/.exec(decodeURIComponent(url))?.[1] ?? '';

  it('are bare, then quoted for a service that wants it, and that is remembered', async () => {
    await stage.modes({ booleans: 'quoted' });
    const upstream = stage.connect();
    expect((await rowsOf(upstream.readSecurity({ accessible: true }))).length).toBeGreaterThan(0);
    expect(
      (await rowsOf(upstream.readSecurity({ accessible: false, entityId: '100' }))).length,
    ).toBeGreaterThan(0);
    const firsts = (await stage.requests())
      .map((request) => filterOf(request.url))
      .filter((filter) => filter !== '');
    expect(firsts[0]).toBe('BssiAccessible eq true');
    expect(firsts.slice(1).every((filter) => /BssiAccessible eq '(true|false)'/.test(filter))).toBe(true);
  });

  it('follow the setting where there is one', async () => {
    await stage.modes({ booleans: 'bare' });
    expect(
      (await rowsOf(stage.connect({ quotedBooleans: 'false' }).readSecurity({ accessible: true }))).length,
    ).toBeGreaterThan(0);
    const error = await failureOf(
      rowsOf(stage.connect({ quotedBooleans: 'true' }).readSecurity({ accessible: true })),
    );
    expect(error).toMatchObject({ code: 'rejected', status: 400, kind: 'http' });
  });
});

describe('one cell', () => {
  it('is read by its exact key', async () => {
    const upstream = stage.connect();
    const [row] = await rowsOf(upstream.readSecurity({ recordType: 'Customer' }));
    if (row === undefined) throw new Error('no customer');
    const cell = { recordType: 'Customer', recordId: row.BssiMasterRecordID, entityId: row.BssiEntityID };
    for (const accessible of [true, false]) {
      await stage.outside({ ...cell, accessible });
      expect(await upstream.readCell(cell)).toBe(accessible);
    }
    expect(await upstream.readCell({ ...cell, recordId: 'NO SUCH RECORD' })).toBeNull();
  });

  it('asked for in other capitals is refused with the spelling of the service', async () => {
    const upstream = stage.connect();
    const [row] = await rowsOf(upstream.readSecurity({ recordType: 'Customer' }));
    if (row === undefined) throw new Error('no customer');
    const cell = { recordType: 'cUSTOMER', recordId: row.BssiMasterRecordID, entityId: row.BssiEntityID };
    for (const ignoreFilter of [false, true]) {
      await stage.modes({ ignoreFilter });
      const error = await failureOf(upstream.readCell(cell));
      expect(error).toMatchObject({ code: 'rejected', executed: 'no', status: null });
      expect(error.userMessage).toContain(
        `The service spells this Customer ${row.BssiMasterRecordID}, entity ${row.BssiEntityID}.`,
      );
    }
    expect(upstream.health().lastFailure).toBeNull();
  });

  it('is read right from a bare object, and from a service that ignores filters', async () => {
    const upstream = stage.connect();
    const rows = await rowsOf(upstream.readSecurity({}));
    const last = rows.at(-1);
    if (last === undefined) throw new Error('no rows');
    const cell = {
      recordType: last.BssiMasterRecordType,
      recordId: last.BssiMasterRecordID,
      entityId: last.BssiEntityID,
    };
    await stage.modes({ bareObject: true });
    expect(await upstream.readCell(cell)).toBe(last.BssiAccessible);
    await stage.modes({ ignoreFilter: true });
    expect(await upstream.readCell(cell)).toBe(last.BssiAccessible);
    expect(await upstream.readCell({ ...cell, entityId: 'NONE' })).toBeNull();
  });

  it.each([
    ['Customer', "O'BRIEN & CO"],
    ['Item', 'PAINT C+'],
    ['Item', 'BOLT-1/2'],
  ])('is found although the service reads values as its own filter: %s %s', async (recordType, recordId) => {
    await stage.modes({ filterExpressions: true, pageSize: 3 });
    const upstream = stage.connect();
    const cell = { recordType, recordId, entityId: '100' };
    for (const accessible of [true, false]) {
      await stage.outside({ ...cell, accessible });
      expect(await upstream.readCell(cell)).toBe(accessible);
      expect(await rowsOf(upstream.readSecurity(cell))).toMatchObject([{ BssiAccessible: accessible }]);
    }
    const row = await rowsOf(upstream.readSecurity({ recordType, recordId }));
    expect(row).toHaveLength(12);
    expect(row.every(({ BssiMasterRecordID }) => BssiMasterRecordID === recordId)).toBe(true);
  });

  it('that is not there is asked for twice, the second time by its type and entity', async () => {
    const cell = { recordType: 'Customer', recordId: 'NO SUCH RECORD', entityId: '100' };
    expect(await stage.connect().readCell(cell)).toBeNull();
    const [first, second, ...more] = (await stage.requests()).map(({ url }) => decodeURIComponent(url));
    expect(first).toContain("BssiMasterRecordID eq 'NO SUCH RECORD'");
    expect(second).toContain("BssiMasterRecordType eq 'Customer' and BssiEntityID eq '100'");
    expect(second).not.toContain('BssiMasterRecordID eq');
    expect(more).toEqual([]);
  });
});

describe('metadata', () => {
  it('are read at the address of the interface', async () => {
    expect(await stage.connect().readMetadata()).toMatch(/<edmx:Edmx[\s\S]*Microsoft\.NAV/);
    const seen = await stage.requests();
    expect(seen.map((request) => request.url)).toEqual([
      `/v2.0/${stage.service.tenantId}/api/${stage.service.publisher}/bssiMem/v1.0/$metadata`,
    ]);
  });

  it('metadata is read with the environment where it is not there', async () => {
    await stage.modes({ metadataWithoutEnvironment: false });
    expect(await stage.connect().readMetadata()).toContain('bssiMEMMasterRecordSecurity');
    expect((await stage.requests()).map((request) => request.status)).toEqual([404, 200]);
  });

  it('metadata is read on premises', async () => {
    const upstream = stage.connect({ address: 'on-premises', baseUrl: stage.service.onPremisesBaseUrl });
    expect(await upstream.readMetadata()).toContain('bssiItemJournalLines');
  });

  it('metadata that is none is refused', async () => {
    await stage.faults({ kind: 'html200', resource: 'metadata' });
    const error = await failureOf(stage.connect().readMetadata());
    expect(error).toMatchObject({ code: 'service-malformed', kind: 'shape' });
  });

  it('metadata that is not there at all is not found, and reading goes on', async () => {
    await stage.faults({ kind: 'vanish', resource: 'metadata' });
    const upstream = stage.connect();
    expect((await failureOf(upstream.readMetadata())).code).toBe('service-not-found');
    expect(await rowsOf(upstream.readSecurity({ entityId: '100' }))).toHaveLength(60);
  });
});
