import { describe, expect, it } from 'vitest';
import { readReply, ServiceUnderTest } from './running-service';

const service = new ServiceUnderTest({ size: 'records=20,entities=4,lines=10' });

describe('addresses', () => {
  it('lists companies and the sets', async () => {
    const companies = await service.get(`${service.route}/companies`);
    expect(companies.body.value).toEqual([
      {
        id: service.reference.companyId,
        systemVersion: expect.any(String) as string,
        name: 'CRONUS International Ltd.',
        displayName: 'CRONUS International Ltd.',
        businessProfileId: '',
      },
    ]);
    expect((await service.get(`${service.route}/companies(${service.reference.companyId})`)).status).toBe(
      200,
    );
    expect((await service.get(`${service.route}/`)).body.value).toHaveLength(3);
  });

  const REPLACEMENTS: [string, string, string, string][] = [
    ['tenant', '/v2.0/7c1f4b0e', '/v2.0/8c1f4b0e', 'BadRequest_NotFound'],
    ['environment', '/Production/', '/Elsewhere/', 'BadRequest_NotFound'],
    ['publisher', '/binarystream/', '/somebody/', 'BadRequest_NotFound'],
    ['extension', '/bssiMem/', '/other/', 'BadRequest_NotFound'],
    ['version', '/v1.0/', '/v9.0/', 'BadRequest_NotFound'],
    ['company', 'companies(3f8d2a61', 'companies(4f8d2a61', 'Internal_CompanyNotFound'],
    ['set', 'bssiMEMMasterRecordSecurity', 'bssiNothing', 'BadRequest_ResourceNotFound'],
    ['platform', '/v2.0/', '/v3.0/', 'BadRequest_NotFound'],
  ];
  it.each(REPLACEMENTS)('answers 404 for another %s', async (_name, from, to, code) => {
    const reply = await service.get(service.security.replace(from, to));
    expect([reply.status, reply.error.code]).toEqual([404, code]);
  });

  it('answers 400 for a percent code that means nothing', async () => {
    expect((await service.get(`${service.security}%E0%A4%A`)).status).toBe(400);
    expect((await service.get(`${service.security}?$filter=%E0%A4%A`)).status).toBe(400);
  });

  it.each([
    ['DELETE', 'security'],
    ['HEAD', 'security'],
    ['POST', 'journal'],
  ] as const)('answers 405 for %s on %s', async (method, resource) => {
    const reply = await readReply(await fetch(service[resource], { method }));
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toContain('GET');
    if (method !== 'HEAD') expect(reply.error.code).toBe('BadRequest_MethodNotAllowed');
  });
});
