import { describe, expect, it } from 'vitest';
import { startReferenceService } from '@/lib/reference/service';
import { ServiceUnderTest } from './running-service';

const service = new ServiceUnderTest({ size: 'records=40,entities=5,lines=100' });

describe('the control port', () => {
  it('lists what there is', async () => {
    const { status, json } = await service.control('GET', '/');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      companyId: service.reference.companyId,
      rows: { security: 200, journal: 100 },
    });
    expect(json.verbs).toContain('PUT /faults');
  });

  it('answers 404 and 400 with a sentence', async () => {
    expect((await service.control('GET', '/nothing')).status).toBe(404);
    const broken = await fetch(`${service.reference.controlUrl}/faults`, { method: 'PUT', body: '{' });
    expect([broken.status, await broken.json()]).toEqual([400, { error: 'The body is not valid JSON.' }]);
  });

  it('refuses what a web page sends', async () => {
    const headers = { origin: 'https://evil.example' };
    const reply = await fetch(`${service.reference.controlUrl}/reset`, { method: 'POST', headers });
    expect(reply.status).toBe(403);
  });

  it('is not reachable on the port of the service', async () => {
    for (const path of ['/', '/faults', '/counters', '/outside-change']) {
      expect((await service.get(service.reference.baseUrl + path)).status).toBe(404);
    }
  });

  it.each([
    { recordType: 'Vendor', recordId: 'NOBODY', entityId: '999', accessible: true },
    { recordType: 'Vendor', recordId: '10000', entityId: '999' },
  ])('refuses the outside change %o', async (body) => {
    expect((await service.control('POST', '/outside-change', body)).status).toBe(400);
  });

  it('edits a journal line as if from inside, until it is reset', async () => {
    const edit = { template: 'ITEM', batch: 'EAST', line: 20_000, values: { Quantity: -3, ItemNo: 'X-1' } };
    const filter = "JournalBatchName eq 'EAST' and LineNo eq 20000";
    const line = async () => (await service.get(service.journal, { $filter: filter })).body.value[0];
    const before = await line();
    expect(before?.ItemNo).not.toBe('X-1'); // its column is known now, and must be again
    expect((await service.control('POST', '/outside-edit', edit)).status).toBe(200);
    expect(await line()).toMatchObject({ Quantity: -3, ItemNo: 'X-1', DocumentNo: before?.DocumentNo });
    const found = await service.get(service.journal, { $filter: "ItemNo eq 'x-1'" });
    expect(found.body.value).toHaveLength(1);
    await service.control('POST', '/reset');
    expect(await line()).toEqual(before);
  });

  it.each([
    { line: 20_000 },
    { line: 20_000, values: { Quantity: 'three' } },
    { line: 20_001, values: { Quantity: 1 } },
  ])('refuses the outside edit %o', async (body) => {
    const edit = { template: 'ITEM', batch: 'EAST', ...body };
    expect((await service.control('POST', '/outside-edit', edit)).status).toBe(400);
  });
});

describe('starting and stopping', () => {
  it('ends open connections when it closes', async () => {
    const other = await startReferenceService({ size: 'records=5,entities=2,lines=0' });
    await fetch(`${other.controlUrl}/faults`, { method: 'PUT', body: '[{"kind":"hang"}]' });
    const waiting = fetch(`${other.onPremisesBaseUrl}/api/${other.publisher}/bssiMem/v1.0/companies`);
    const outcome = expect(waiting).rejects.toThrow();
    await expect
      .poll(async () => (await (await fetch(`${other.controlUrl}/counters`)).json()) as unknown)
      .toMatchObject({ open: 1 });
    await other.close();
    await outcome;
    await expect(fetch(other.controlUrl)).rejects.toThrow();
  });

  it('takes its identity from the options', async () => {
    const other = await startReferenceService({
      size: 'records=5,entities=2,lines=0',
      tenantId: 'contoso.example',
      environment: 'Sand Box',
      publisher: 'acme',
    });
    const url = `${other.baseUrl}/v2.0/contoso.example/Sand%20Box/api/acme/bssiMem/v1.0/companies(${other.companyId})/bssiMEMMasterRecordSecurity`;
    const reply = await fetch(url, { headers: { prefer: 'odata.maxpagesize=4' } });
    const body = (await reply.json()) as { '@odata.nextLink': string };
    expect(body['@odata.nextLink'].startsWith(`${url}?`)).toBe(true);
    expect((await fetch(body['@odata.nextLink'])).status).toBe(200);
    await other.close();
  });

  it('refuses a taken port and leaves nothing open', async () => {
    const port = Number(new URL(service.reference.controlUrl).port);
    await expect(startReferenceService({ controlPort: port })).rejects.toThrow(/EADDRINUSE/);
    await expect(startReferenceService({ size: 'huge' })).rejects.toThrow(RangeError);
    await expect(startReferenceService({ pageSize: 0 })).rejects.toThrow(RangeError);
  });
});
