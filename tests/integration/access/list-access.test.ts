import { expect, it } from 'vitest';
import { accessRowsSchema } from '@/lib/contract/access/access';
import { listAccess } from '@/lib/server/services/access/list-access';
import { createUpstream } from '@/lib/server/upstream/client';
import { shareScenario, type Scenario } from '@/tests/support/console/scenario';
import { startEndlessService } from '@/tests/support/console/endless-service';

let service: Scenario;
shareScenario((scenario) => (service = scenario), { size: 'records=90,entities=6,lines=10', pageSize: 50 });

async function rows(input: Parameters<typeof listAccess>[0]['input']) {
  const reply = await listAccess({ ctx: service.context('auditor'), input });
  return accessRowsSchema.parse(await new Response(reply.body).json());
}

it('gives all rows over all pages, with or without a filter', async () => {
  expect((await rows({})).value).toHaveLength(540);
  const customers = await rows({ recordType: 'Customer', accessible: true });
  expect(customers.value.length).toBeGreaterThan(0);
  expect(customers.value.every(({ recordType, accessible }) => recordType === 'Customer' && accessible)).toBe(
    true,
  );
  expect(await rows({ recordId: 'nobody' })).toEqual({ value: [], complete: true });
});

it('comes to an end when a service ignores the filter and whole pages hold nothing that was asked for', async () => {
  await service.control('PUT', '/modes', { ignoreFilter: true, pageSize: 7 });
  const vendors = await rows({ recordType: 'Vendor' });
  expect(vendors).toMatchObject({ filterIgnored: true, complete: true });
  expect(vendors.value.length).toBeGreaterThan(0);
  expect(vendors.value.every(({ recordType }) => recordType === 'Vendor')).toBe(true);
  await service.control('PUT', '/modes', {});
});

it('comes to an end when a wider question brings many pages without what was asked for', async () => {
  await service.control('PUT', '/modes', { pageSize: 2 });
  expect(await rows({ recordId: 'A|B', entityId: '100' })).toEqual({ value: [], complete: true });
  await service.control('PUT', '/modes', {});
});

it('fails as such when the second page does, for nothing was answered yet', async () => {
  await service.faults({ kind: 'html200', resource: 'security', afterPage: 1 });
  await expect(listAccess({ ctx: service.context('auditor'), input: {} })).rejects.toMatchObject({
    code: 'service-malformed',
  });
  await service.faults();
});

it('breaks off, without an end, when a later page fails', async () => {
  await service.faults({ kind: 'html200', resource: 'security', afterPage: 3 });
  const reply = await listAccess({ ctx: service.context('auditor'), input: {} });
  await expect(new Response(reply.body).text()).rejects.toThrow();
  await service.faults();
});

it('is given up, without an end, when the service sends page after page without anything new', async () => {
  const endless = await startEndlessService({
    ...{ BssiMasterRecordType: 'Item', BssiMasterRecordID: '1' },
    ...{ BssiEntityID: '100', BssiAccessible: true },
  });
  const upstream = createUpstream({ ...service.connection.upstream.settings, baseUrl: endless.baseUrl });
  const ctx = service.context('auditor', { connection: { ...service.connection, upstream } });
  const { body } = await listAccess({ ctx, input: {} });
  await expect(new Response(body).text()).rejects.toMatchObject({ code: 'service-malformed' });
  expect(endless.asked()).toBeLessThan(30);
  await upstream.close();
  await endless.close();
});
