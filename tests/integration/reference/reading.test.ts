import { describe, expect, it } from 'vitest';
import { ServiceUnderTest } from './running-service';

const service = new ServiceUnderTest({ size: 'records=60,entities=8,lines=250' });
const ROWS = 480;

const keyOf = (row: Record<string, unknown>): string =>
  JSON.stringify([row.BssiMasterRecordType, row.BssiMasterRecordID, row.BssiEntityID]);

describe('a read of the security set', () => {
  it('gives the full cross product in OData form', async () => {
    const reply = await service.get(service.security);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('odata-version')).toBe('4.0');
    expect(reply.headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.body['@odata.context']).toBe(
      `${service.route}/$metadata#companies(${service.reference.companyId})/bssiMEMMasterRecordSecurity`,
    );
    expect(reply.body.value).toHaveLength(ROWS);
    expect(new Set(reply.body.value.map(keyOf)).size).toBe(ROWS);
    const row = reply.body.value[0] ?? {};
    expect(Object.keys(row)).toEqual([
      '@odata.etag',
      'SystemId',
      'BssiMasterRecordType',
      'BssiMasterRecordID',
      'BssiEntityID',
      'BssiAccessible',
    ]);
    expect(row.SystemId).toBe('00000000-0000-0000-0000-000000000000');
    expect(String(row['@odata.etag'])).toMatch(/^W\/"[A-Za-z0-9+/=]+"$/);
  });

  it('comes in pages of 7 by Prefer and loses nothing', async () => {
    const whole = (await service.get(service.security)).body.value;
    const first = await service.get(service.security, {}, { prefer: `odata.maxpagesize=${7}` });
    expect(first.headers.get('preference-applied')).toBe(`odata.maxpagesize=${7}`);
    expect(first.body.value).toHaveLength(Math.min(7, ROWS));
    const read = await service.readAll(service.security, {}, { prefer: `odata.maxpagesize=${7}` });
    expect(read.rows).toEqual(whole);
    expect(read.pages).toBe(Math.ceil(ROWS / 7));
  });

  it('links absolutely, with an opaque token and the options of the request', async () => {
    const options = { $filter: "BssiMasterRecordType eq 'Item'", $select: 'BssiEntityID', $count: 'true' };
    const reply = await service.get(service.security, options, { prefer: 'odata.maxpagesize=5' });
    const link = new URL(reply.body['@odata.nextLink'] ?? '');
    expect(link.origin + link.pathname).toBe(service.security);
    expect(link.searchParams.get('$filter')).toBe(options.$filter);
    expect(link.searchParams.get('$skiptoken')).toBeTruthy();
    const next = await service.get(link.href);
    expect(next.body['@odata.count']).toBe(reply.body['@odata.count']);
    expect(Object.keys(next.body.value[0] ?? {})).toEqual(['@odata.etag', 'BssiEntityID']);
  });

  it.each(['nonsense', 'WzIsNSwwXQ.AAAAAAAAAAAA'])('refuses the skip token "%s"', async (token) => {
    const reply = await service.get(service.security, { $skiptoken: token });
    expect([reply.status, reply.error.code]).toEqual([400, 'BadRequest']);
  });

  it('refuses a token that was made for another query', async () => {
    const first = await service.get(service.security, {}, { prefer: 'odata.maxpagesize=5' });
    const token = new URL(first.body['@odata.nextLink'] ?? '').searchParams.get('$skiptoken') ?? '';
    const reply = await service.get(service.security, {
      $skiptoken: token,
      $filter: 'BssiAccessible eq true',
    });
    expect(reply.status).toBe(400);
  });

  it('goes on paging while assignments change', async () => {
    const options = { $filter: 'BssiAccessible eq true' };
    const before = await service.readAll(service.security, options);
    const first = await service.get(service.security, options, { prefer: 'odata.maxpagesize=50' });
    const gone = first.body.value[3];
    await service.control('POST', '/outside-change', {
      recordType: gone?.BssiMasterRecordType,
      recordId: gone?.BssiMasterRecordID,
      entityId: gone?.BssiEntityID,
      accessible: false,
    });
    const rest = await service.readAll(first.body['@odata.nextLink'] ?? '');
    expect([...first.body.value, ...rest.rows].map(keyOf)).toEqual(before.rows.map(keyOf));
  });
});

describe('query options', () => {
  it('$skip leaves rows out and $count counts the filtered set', async () => {
    const filter = { $filter: "BssiEntityID eq '000'" };
    const all = await service.get(service.security, filter);
    const part = await service.get(service.security, { ...filter, $skip: '10', $top: '4', $count: 'true' });
    expect(part.body.value).toEqual(all.body.value.slice(10, 14));
    expect(part.body['@odata.count']).toBe(60);
    expect((await service.get(service.security, { $count: 'true', $top: '0' })).body['@odata.count']).toBe(
      ROWS,
    );
    expect((await service.get(service.security, { $skip: '478' })).body.value).toHaveLength(2);
  });

  it('$orderby sorts by several fields, also downwards, and pages through the order', async () => {
    const options = { $orderby: 'BssiAccessible desc,BssiMasterRecordID desc,BssiEntityID' };
    const { rows } = await service.readAll(service.security, options, { prefer: 'odata.maxpagesize=33' });
    expect(rows).toHaveLength(ROWS);
    const plain = (await service.get(service.security)).body.value;
    const upper = (value: unknown): string => String(value).toUpperCase();
    const expected = [...plain].sort((a, b) => {
      if (a.BssiAccessible !== b.BssiAccessible) return a.BssiAccessible === true ? -1 : 1;
      const left = upper(a.BssiMasterRecordID);
      const right = upper(b.BssiMasterRecordID);
      if (left !== right) return left < right ? 1 : -1;
      return upper(a.BssiEntityID) < upper(b.BssiEntityID)
        ? -1
        : upper(a.BssiEntityID) > upper(b.BssiEntityID)
          ? 1
          : 0;
    });
    expect(rows.map(keyOf)).toEqual(expected.map(keyOf));
  });

  it.each([
    ['$top', '-1'],
    ['$skip', '1.5'],
    ['$count', 'yes'],
    ['$orderby', 'BssiEntityID up'],
    ['$select', 'BssiEntityID,'],
  ])('refuses %s=%s with 400', async (name, value) => {
    const reply = await service.get(service.security, { [name]: value });
    expect([reply.status, reply.error.code]).toEqual([400, 'BadRequest']);
    expect(reply.error.message).toMatch(/ {2}CorrelationId: {2}[0-9a-f-]{36}\.$/);
  });

  it('ignores options it does not know, also fields outside $filter', async () => {
    const reply = await service.get(service.security, { $expand: 'x', $search: 'y', BssiEntityID: '000' });
    expect(reply.body.value).toHaveLength(ROWS);
  });

  it('refuses an address of more than 15,700 characters with 400', async () => {
    const room = 15_700 - new URL(service.security).pathname.length - '?x='.length;
    expect((await service.get(`${service.security}?x=${'y'.repeat(room)}`)).status).toBe(200);
    expect((await service.get(`${service.security}?x=${'y'.repeat(room + 1)}`)).status).toBe(400);
  });
});
