import { describe, expect, it } from 'vitest';
import { change, ServiceUnderTest } from './running-service';

const service = new ServiceUnderTest({ size: 'records=60,entities=8,lines=10' });

describe('a POST to the security set', () => {
  it('changes the assignment, echoes with 200, and may be repeated', async () => {
    for (const accessible of [true, true, false, false]) {
      const reply = await service.post(change('Customer', '10000', '100', accessible));
      expect(reply.status).toBe(200);
      expect(JSON.parse(reply.text)).toMatchObject({
        SystemId: '00000000-0000-0000-0000-000000000000',
        ...change('Customer', '10000', '100', accessible),
      });
      expect(reply.text).toContain('"@odata.etag":"W/\\"');
      expect(await service.cell('Customer', '10000', '100')).toBe(accessible);
    }
  });

  it('echoes the spelling that was sent and finds the record without regard to case', async () => {
    const reply = await service.post(change('customer', '10000', '100', true));
    expect(JSON.parse(reply.text)).toMatchObject({ BssiMasterRecordType: 'customer' });
    expect(await service.cell('Customer', '10000', '100')).toBe(true);
  });

  const good = change('Customer', '10000', '100', true);
  const without = (name: string): unknown =>
    Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
  const CASES: [string, unknown, string][] = [
    ['no entity', without('BssiEntityID'), 'Application_FieldValidationException'],
    ['a text for the value', { ...good, BssiAccessible: 'true' }, 'BadRequest'],
    ['an unknown property', { ...good, BssiOther: 1 }, 'BadRequest'],
    ['an entity too long', { ...good, BssiEntityID: 'X'.repeat(21) }, 'Application_StringExceededLength'],
    ['an unknown record', { ...good, BssiMasterRecordID: 'NOBODY' }, 'Internal_InvalidTableRelation'],
    ['broken JSON', '{"BssiMasterRecordType":', 'BadRequest'],
  ];
  it.each(CASES)('refuses %s with 400 and changes nothing', async (_name, body, code) => {
    const before = await service.readAll(service.security);
    const reply = await service.post(body);
    expect([reply.status, reply.error.code]).toEqual([400, code]);
    expect(reply.error.message).toMatch(/ {2}CorrelationId: {2}[0-9a-f-]{36}\.$/);
    expect((await service.readAll(service.security)).rows).toEqual(before.rows);
  });

  it('refuses the content type "text/plain" with 415', async () => {
    const reply = await service.post(JSON.stringify(good), { 'content-type': 'text/plain' });
    expect(reply.status).toBe(415);
  });

  it('refuses a body over a megabyte', async () => {
    expect((await service.post({ ...good, BssiOther: 'x'.repeat(1_100_000) })).status).toBe(413);
  });
});
