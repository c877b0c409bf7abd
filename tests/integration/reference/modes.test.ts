import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { change, ServiceUnderTest } from './running-service';

const service = new ServiceUnderTest({ size: 'records=50,entities=6,lines=120', pageSize: 200 });
const ROWS = 300;

async function mode(modes: Record<string, unknown>): Promise<void> {
  expect((await service.control('PUT', '/modes', modes)).status).toBe(200);
}

describe('modes', () => {
  it('ignorePrefer', async () => {
    await mode({ ignorePrefer: true });
    const reply = await service.get(service.security, {}, { prefer: 'odata.maxpagesize=5' });
    expect(reply.body.value).toHaveLength(200);
    expect(reply.headers.get('preference-applied')).toBeNull();
  });

  it('pageSize caps every page', async () => {
    await mode({ pageSize: 7 });
    const read = await service.readAll(service.security, {}, { prefer: 'odata.maxpagesize=100' });
    expect([read.rows.length, read.pages]).toEqual([ROWS, 43]);
  });

  it('ignoreFilter gives all rows, even for nonsense', async () => {
    await mode({ ignoreFilter: true });
    expect((await service.readAll(service.security, { $filter: "BssiEntityID eq '000'" })).rows).toHaveLength(
      ROWS,
    );
    expect((await service.get(service.security, { $filter: 'nonsense' })).status).toBe(200);
  });

  it('ignoreFilter holds for an order that was sorted before it was switched on', async () => {
    const query = { $filter: "BssiEntityID eq '000'", $orderby: 'BssiMasterRecordID' };
    expect((await service.readAll(service.security, query)).rows).toHaveLength(50);
    await mode({ ignoreFilter: true });
    expect((await service.readAll(service.security, query)).rows).toHaveLength(ROWS);
  });

  it('ignoreOptions ignores all or the named ones', async () => {
    const options = {
      $top: '2',
      $count: 'true',
      $select: 'BssiEntityID',
      $orderby: 'BssiEntityID',
      $skip: '5',
    };
    const plain = await service.get(service.security);
    await mode({ ignoreOptions: true });
    expect((await service.get(service.security, options)).body.value).toEqual(plain.body.value);
    await mode({ ignoreOptions: ['$top'] });
    const reply = await service.get(service.security, options);
    expect(reply.body.value).toHaveLength(200);
    expect(Object.keys(reply.body.value[0] ?? {})).toHaveLength(2);
    expect(reply.body['@odata.count']).toBe(ROWS);
  });

  it('bareObject gives one row bare and several as a collection', async () => {
    await mode({ bareObject: true });
    const one =
      "BssiMasterRecordType eq 'Customer' and BssiMasterRecordID eq '10000' and BssiEntityID eq '000'";
    const reply = await service.get(service.security, { $filter: one });
    expect(JSON.parse(reply.text)).toMatchObject({ BssiMasterRecordID: '10000', BssiEntityID: '000' });
    expect((await service.get(service.security, { $top: '2' })).body.value).toHaveLength(2);
    expect((await service.get(service.journal, { $filter: "ItemNo eq 'NONE'" })).body.value).toEqual([]);
  });

  it('encodedEnums writes option fields encoded and takes both spellings in a filter', async () => {
    const plain = await service.readAll(service.journal, { $filter: "EntryType eq 'Positive Adjmt.'" });
    await mode({ encodedEnums: true });
    const { rows } = await service.readAll(service.journal, {
      $filter: "EntryType eq 'Positive_x0020_Adjmt_x002E_'",
    });
    expect(rows).toHaveLength(plain.rows.length);
    expect(new Set(rows.map((row) => row.EntryType))).toEqual(new Set(['Positive_x0020_Adjmt_x002E_']));
    expect(new Set(rows.map((row) => row.OrderType))).toEqual(new Set(['_x0020_']));
    expect(rows.map((row) => row.Description)).toEqual(plain.rows.map((row) => row.Description));
  });

  it.each([
    ['quoted', 400, 200],
    ['bare', 200, 400],
    ['both', 200, 200],
  ])('booleans: %s', async (booleans, bare, quoted) => {
    await mode({ booleans });
    expect((await service.get(service.security, { $filter: 'BssiAccessible eq true' })).status).toBe(bare);
    expect((await service.get(service.security, { $filter: "BssiAccessible eq 'true'" })).status).toBe(
      quoted,
    );
  });

  it.each([201, 204])('postStatus %i', async (postStatus) => {
    await mode({ postStatus });
    const reply = await service.post(change('Customer', '10000', '999', true));
    expect(reply.status).toBe(postStatus);
    expect(reply.text === '').toBe(postStatus === 204);
    expect(await service.cell('Customer', '10000', '999')).toBe(true);
  });

  it('relativeNextLinks are relative to the service root', async () => {
    await mode({ relativeNextLinks: true });
    const first = await service.get(service.security);
    const link = first.body['@odata.nextLink'] ?? '';
    expect(link.startsWith('companies(')).toBe(true);
    const next = await service.get(new URL(link, first.body['@odata.context']).href);
    expect(next.body.value).toHaveLength(ROWS - 200);
  });

  it('relativeContext is relative to the request, and relative links to it', async () => {
    await mode({ relativeContext: true, relativeNextLinks: true });
    const first = await service.get(service.security);
    const context = first.body['@odata.context'] ?? '';
    expect(context.startsWith('../$metadata#companies(')).toBe(true);
    expect(new URL(context, service.security).href.split('#')[0]).toBe(`${service.route}/$metadata`);
    const link = new URL(first.body['@odata.nextLink'] ?? '', new URL(context, service.security));
    expect((await service.get(link.href)).body.value).toHaveLength(ROWS - 200);
    const posted = await service.post(change('Customer', '10000', '999', true));
    expect(posted.text).toContain('"@odata.context":"../$metadata#companies(');
  });

  it('metadataWithoutEnvironment can be off', async () => {
    await mode({ metadataWithoutEnvironment: false });
    const { baseUrl, tenantId, publisher } = service.reference;
    expect(
      (await service.get(`${baseUrl}/v2.0/${tenantId}/api/${publisher}/bssiMem/v1.0/$metadata`)).status,
    ).toBe(404);
    expect((await service.get(`${service.route}/$metadata`)).status).toBe(200);
  });

  it('gzip compresses for those who accept it', async () => {
    const plain = await service.get(service.security);
    await mode({ gzip: true });
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      request(service.security, { headers: { 'accept-encoding': 'gzip' } }, (res) => {
        expect(res.headers['content-encoding']).toBe('gzip');
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => resolve(Buffer.concat(chunks)));
      })
        .on('error', reject)
        .end();
    });
    expect(gunzipSync(bytes).toString()).toBe(plain.text);
  });

  it.each([
    { nothing: true },
    { ignoreFilter: 'yes' },
    { booleans: 'none' },
    { postStatus: 202 },
    { pageSize: 0 },
    { ignoreOptions: ['$filter'] },
    [],
  ])('refuses %o and keeps what was', async (modes) => {
    await mode({ pageSize: 9 });
    const reply = await service.control('PUT', '/modes', modes);
    expect(reply.status).toBe(400);
    expect(String(reply.json.error)).toMatch(/mode/);
    expect((await service.control('GET', '/modes')).json.pageSize).toBe(9);
  });
});
