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

  it('shows in filters by value', async () => {
    const filter = {
      $filter:
        "BssiAccessible eq true and BssiMasterRecordID eq '20000' and BssiMasterRecordType eq 'Customer'",
    };
    await service.post(change('Customer', '20000', '999', true));
    const open = await service.get(service.security, filter);
    expect(open.body.value.map((row) => row.BssiEntityID)).toContain('999');
    await service.post(change('Customer', '20000', '999', false));
    const shut = await service.get(service.security, filter);
    expect(shut.body.value.map((row) => row.BssiEntityID)).not.toContain('999');
  });

  const good = change('Customer', '10000', '100', true);
  const without = (name: string): unknown =>
    Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
  const CASES: [string, unknown, string][] = [
    ['no type', without('BssiMasterRecordType'), 'Application_FieldValidationException'],
    ['no record', without('BssiMasterRecordID'), 'Application_FieldValidationException'],
    ['no entity', without('BssiEntityID'), 'Application_FieldValidationException'],
    ['no value', without('BssiAccessible'), 'Application_FieldValidationException'],
    ['an empty entity', { ...good, BssiEntityID: '' }, 'Application_FieldValidationException'],
    ['a text for the value', { ...good, BssiAccessible: 'true' }, 'BadRequest'],
    ['null for the value', { ...good, BssiAccessible: null }, 'BadRequest'],
    ['a number for the record', { ...good, BssiMasterRecordID: 10000 }, 'BadRequest'],
    ['an unknown property', { ...good, BssiOther: 1 }, 'BadRequest'],
    ['an entity too long', { ...good, BssiEntityID: 'X'.repeat(21) }, 'Application_StringExceededLength'],
    [
      'a record too long',
      { ...good, BssiMasterRecordID: 'X'.repeat(251) },
      'Application_StringExceededLength',
    ],
    ['an unknown type', { ...good, BssiMasterRecordType: 'Planet' }, 'Internal_InvalidTableRelation'],
    ['an unknown record', { ...good, BssiMasterRecordID: 'NOBODY' }, 'Internal_InvalidTableRelation'],
    ['an unknown entity', { ...good, BssiEntityID: 'ZZZ' }, 'Internal_InvalidTableRelation'],
    ['broken JSON', '{"BssiMasterRecordType":', 'BadRequest'],
    ['a list', [good], 'BadRequest'],
    ['an empty body', '', 'BadRequest'],
  ];
  it.each(CASES)('refuses %s with 400 and changes nothing', async (_name, body, code) => {
    const before = await service.readAll(service.security);
    const reply = await service.post(body);
    expect([reply.status, reply.error.code]).toEqual([400, code]);
    expect(reply.error.message).toMatch(/ {2}CorrelationId: {2}[0-9a-f-]{36}\.$/);
    expect((await service.readAll(service.security)).rows).toEqual(before.rows);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
    'refuses the content type "%s" with 415',
    async (type) => {
      const reply = await service.post(JSON.stringify(good), { 'content-type': type });
      expect(reply.status).toBe(415);
    },
  );

  it('takes a content type with a charset', async () => {
    expect((await service.post(good, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(
      200,
    );
  });

  it('refuses a body over a megabyte', async () => {
    expect((await service.post({ ...good, BssiOther: 'x'.repeat(1_100_000) })).status).toBe(413);
  });

  it('stands many at once', async () => {
    const { rows } = await service.readAll(service.security);
    const replies = await Promise.all(
      rows
        .slice(0, 200)
        .map((row) =>
          service.post(
            change(
              String(row.BssiMasterRecordType),
              String(row.BssiMasterRecordID),
              String(row.BssiEntityID),
              row.BssiAccessible !== true,
            ),
          ),
        ),
    );
    expect(replies.every((reply) => reply.status === 200)).toBe(true);
    const after = await service.readAll(service.security);
    expect(after.rows.slice(0, 200).map((row) => row.BssiAccessible)).toEqual(
      rows.slice(0, 200).map((row) => row.BssiAccessible !== true),
    );
    expect(after.rows.slice(200)).toEqual(rows.slice(200));
  });
});
