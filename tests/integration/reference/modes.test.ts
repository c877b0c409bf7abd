import { describe, expect, it } from 'vitest';
import { ServiceUnderTest } from './running-service';

// That a service which ignores an option, or gives one row bare, is read all the same is told by the tests of
// the console's client (tests/integration/upstream, journal/abilities).
const service = new ServiceUnderTest({ size: 'records=50,entities=6,lines=120', pageSize: 200 });
const ROWS = 300;

async function mode(modes: Record<string, unknown>): Promise<void> {
  expect((await service.control('PUT', '/modes', modes)).status).toBe(200);
}

describe('modes', () => {
  it('ignoreFilter holds for an order that was sorted before it was switched on', async () => {
    const query = { $filter: "BssiEntityID eq '000'", $orderby: 'BssiMasterRecordID' };
    expect((await service.readAll(service.security, query)).rows).toHaveLength(50);
    await mode({ ignoreFilter: true });
    expect((await service.readAll(service.security, query)).rows).toHaveLength(ROWS);
    expect((await service.get(service.security, { $filter: 'nonsense' })).status).toBe(200);
  });

  it('relativeContext is relative to the request, and relative links to it', async () => {
    await mode({ relativeContext: true, relativeNextLinks: true });
    const first = await service.get(service.security);
    const context = first.body['@odata.context'] ?? '';
    expect(context.startsWith('../$metadata#companies(')).toBe(true);
    const link = first.body['@odata.nextLink'] ?? '';
    expect(link.startsWith('companies(')).toBe(true);
    const next = await service.get(new URL(link, new URL(context, service.security)).href);
    expect(next.body.value).toHaveLength(ROWS - 200);
  });

  it('encodedEnums takes both spellings of an option in a filter', async () => {
    const plain = await service.readAll(service.journal, { $filter: "EntryType eq 'Positive Adjmt.'" });
    await mode({ encodedEnums: true });
    const encoded = { $filter: "EntryType eq 'Positive_x0020_Adjmt_x002E_'" };
    const { rows } = await service.readAll(service.journal, encoded);
    expect(rows).toHaveLength(plain.rows.length);
    expect(new Set(rows.map((row) => row.EntryType))).toEqual(new Set(['Positive_x0020_Adjmt_x002E_']));
    expect(rows.map((row) => row.Description)).toEqual(plain.rows.map((row) => row.Description));
  });

  it.each([{ nothing: true }, { booleans: 'none' }, { pageSize: 0 }, { ignoreOptions: ['$filter'] }, []])(
    'refuses %o and keeps what was',
    async (modes) => {
      await mode({ pageSize: 9 });
      const reply = await service.control('PUT', '/modes', modes);
      expect([reply.status, reply.json.error]).toEqual([400, expect.stringMatching(/mode/)]);
      expect((await service.control('GET', '/modes')).json.pageSize).toBe(9);
    },
  );
});
