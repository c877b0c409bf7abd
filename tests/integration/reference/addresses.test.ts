import { describe, expect, it } from 'vitest';
import { XMLParser } from 'fast-xml-parser';
import { JOURNAL_FIELDS } from '@/lib/reference/data/journal-fields';
import { readReply, ServiceUnderTest } from './running-service';

const service = new ServiceUnderTest({ size: 'records=20,entities=4,lines=10' });

describe('addresses', () => {
  it('gives the metadata with and without the environment', async () => {
    const { baseUrl, tenantId, publisher } = service.reference;
    const without = await service.get(`${baseUrl}/v2.0/${tenantId}/api/${publisher}/bssiMem/v1.0/$metadata`);
    const withIt = await service.get(`${service.route}/$metadata`);
    expect(without.status).toBe(200);
    expect(without.headers.get('content-type')).toMatch(/^application\/xml/);
    expect(withIt.text).toBe(without.text);
    // Guarantee: the document below is our own; the shape is asserted by what follows.
    const schema = (new XMLParser({ ignoreAttributes: false }).parse(without.text) as Edmx)['edmx:Edmx'];
    const { Schema } = schema['edmx:DataServices'];
    expect(schema['@_Version']).toBe('4.0');
    expect(Schema['@_Namespace']).toBe('Microsoft.NAV');
    const type = (name: string): EdmxType => {
      const found = Schema.EntityType.find((one) => one['@_Name'] === name);
      if (found === undefined) throw new Error(`The metadata has no type ${name}.`);
      return found;
    };
    expect(Schema.EntityType.map((one) => one['@_Name'])).toEqual([
      'company',
      'bssiMEMMasterRecordSecurity',
      'bssiItemJournalLine',
    ]);
    const lines = type('bssiItemJournalLine').Property;
    expect(lines.map((one) => one['@_Name'])).toEqual(JOURNAL_FIELDS.slice(1).map((field) => field.name));
    const property = (name: string): EdmxProperty | undefined => lines.find((one) => one['@_Name'] === name);
    expect(property('Quantity')?.['@_Type']).toBe('Edm.Decimal');
    expect(property('PostingDate')?.['@_Type']).toBe('Edm.Date');
    expect(property('Description')).toMatchObject({ '@_Type': 'Edm.String', '@_MaxLength': '100' });
    expect(type('bssiMEMMasterRecordSecurity').Property.map((one) => one['@_Type'])).toEqual([
      'Edm.Guid',
      'Edm.String',
      'Edm.String',
      'Edm.String',
      'Edm.Boolean',
    ]);
    expect(Schema.EntityContainer.EntitySet.map((one) => one['@_Name'])).toEqual([
      'companies',
      'bssiMEMMasterRecordSecurity',
      'bssiItemJournalLines',
    ]);
  });

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

  it('gives the same rows at the on-premises address, with and without ?tenant=', async () => {
    const { onPremisesBaseUrl, publisher, companyId, tenantId } = service.reference;
    const url = `${onPremisesBaseUrl}/api/${publisher}/bssiMem/v1.0/companies(${companyId})/bssiMEMMasterRecordSecurity`;
    const online = await service.get(service.security);
    expect((await service.get(url)).body.value).toEqual(online.body.value);
    const paged = await service.readAll(url, { tenant: tenantId }, { prefer: 'odata.maxpagesize=30' });
    expect(paged.rows).toEqual(online.body.value);
    const first = await service.get(url, { tenant: tenantId }, { prefer: 'odata.maxpagesize=30' });
    expect(new URL(first.body['@odata.nextLink'] ?? '').searchParams.get('tenant')).toBe(tenantId);
    expect((await service.get(url, { tenant: 'someone-else' })).status).toBe(404);
    expect((await service.get(`${onPremisesBaseUrl}/api/${publisher}/bssiMem/v1.0/$metadata`)).status).toBe(
      200,
    );
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

  const METHODS: [string, 'security' | 'journal' | 'metadata'][] = [
    ...['PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method): [string, 'security'] => [
      method,
      'security',
    ]),
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method): [string, 'journal'] => [
      method,
      'journal',
    ]),
    ['POST', 'metadata'],
    ['HEAD', 'metadata'],
  ];
  it.each(METHODS)('answers 405 for %s on %s', async (method, resource) => {
    const url = resource === 'metadata' ? `${service.route}/$metadata` : service[resource];
    const reply = await readReply(await fetch(url, { method }));
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toContain('GET');
    if (method !== 'HEAD') expect(reply.error.code).toBe('BadRequest_MethodNotAllowed');
  });
});

interface EdmxProperty {
  '@_Name': string;
  '@_Type': string;
  '@_MaxLength'?: string;
}

interface EdmxType {
  '@_Name': string;
  Property: EdmxProperty[];
}

interface Edmx {
  'edmx:Edmx': {
    '@_Version': string;
    'edmx:DataServices': {
      Schema: {
        '@_Namespace': string;
        EntityType: EdmxType[];
        EntityContainer: { EntitySet: { '@_Name': string }[] };
      };
    };
  };
}
