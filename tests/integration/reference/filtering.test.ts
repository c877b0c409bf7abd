import { describe, expect, it } from 'vitest';
import { ServiceUnderTest, type Row } from './running-service';

const service = new ServiceUnderTest({ size: 'records=400,entities=12,lines=600' });

const text = (row: Row, field: string): string => String(row[field]);

const SECURITY: [string, (row: Row) => boolean][] = [
  ["BssiMasterRecordType eq 'Customer'", (row) => row.BssiMasterRecordType === 'Customer'],
  ["BssiMasterRecordID eq '10000'", (row) => row.BssiMasterRecordID === '10000'],
  ["BssiMasterRecordID eq 'checking'", (row) => row.BssiMasterRecordID === 'CHECKING'],
  ["BssiEntityID ne '000'", (row) => row.BssiEntityID !== '000'],
  [
    "BssiEntityID ge '200' and BssiEntityID lt '300'",
    (row) => text(row, 'BssiEntityID') >= '200' && text(row, 'BssiEntityID') < '300',
  ],
  [
    "BssiEntityID gt '200' and BssiAccessible eq true",
    (row) => text(row, 'BssiEntityID') > '200' && row.BssiAccessible === true,
  ],
  [
    "BssiAccessible eq 'false' and BssiEntityID le '110'",
    (row) => row.BssiAccessible === false && text(row, 'BssiEntityID') <= '110',
  ],
  [
    "BssiAccessible ne true and BssiMasterRecordType eq 'Vendor'",
    (row) => row.BssiAccessible === false && row.BssiMasterRecordType === 'Vendor',
  ],
  [
    "BssiEntityID eq '100' or BssiEntityID eq '999'",
    (row) => row.BssiEntityID === '100' || row.BssiEntityID === '999',
  ],
  [
    "(BssiEntityID eq '100' or BssiEntityID eq '999') and (BssiMasterRecordType eq 'Item')",
    (row) =>
      (row.BssiEntityID === '100' || row.BssiEntityID === '999') && row.BssiMasterRecordType === 'Item',
  ],
  ["startswith(BssiMasterRecordID,'c00')", (row) => text(row, 'BssiMasterRecordID').startsWith('C00')],
  [
    "endswith(BssiMasterRecordID, '-S') and BssiEntityID eq '100'",
    (row) => text(row, 'BssiMasterRecordID').endsWith('-S') && row.BssiEntityID === '100',
  ],
  ["contains(BssiMasterRecordID,'/')", (row) => text(row, 'BssiMasterRecordID').includes('/')],
  [
    "SystemId eq 00000000-0000-0000-0000-000000000000 and BssiEntityID eq '100'",
    (row) => row.BssiEntityID === '100',
  ],
  ["BssiEntityID in ('100','200')", () => true],
  ["BssiEntityID in ('100') and BssiMasterRecordType eq 'Job'", (row) => row.BssiMasterRecordType === 'Job'],
];

const JOURNAL: [string, (row: Row) => boolean][] = [
  ["ItemNo eq '1896-s'", (row) => row.ItemNo === '1896-S'],
  ["contains(Description,'Desk')", (row) => text(row, 'Description').includes('Desk')],
  ["contains(Description,'desk')", (row) => text(row, 'Description').includes('desk')],
  ['Quantity ge 10.5 and Amount gt 1e3', (row) => Number(row.Quantity) >= 10.5 && Number(row.Amount) > 1000],
  ['Amount lt -0.5', (row) => Number(row.Amount) < -0.5],
  [
    'PostingDate ge 2026-11-01 and PostingDate le 2026-11-10',
    (row) => text(row, 'PostingDate') >= '2026-11-01' && text(row, 'PostingDate') <= '2026-11-10',
  ],
  ['StartingTime ne 00:00:00', (row) => row.StartingTime !== '00:00:00'],
  [
    "EntryType eq 'Positive Adjmt.' or EntryType eq 'Sale'",
    (row) => row.EntryType === 'Positive Adjmt.' || row.EntryType === 'Sale',
  ],
  ["SourceType eq ' '", (row) => row.SourceType === ' '],
  ["BssiEntityID eq ''", (row) => row.BssiEntityID === ''],
  ['PhysInventory eq true', (row) => row.PhysInventory === true],
  [
    "JournalTemplateName eq 'PHYS. INV.' and LineNo le 30000",
    (row) => row.JournalTemplateName === 'PHYS. INV.' && Number(row.LineNo) <= 30000,
  ],
  ['Description eq \'Hex bolt 1/2" x 2", zinc\'', (row) => row.ItemNo === 'BOLT-1/2'],
];

describe('$filter', () => {
  it.each(SECURITY)('security: %s', async (filter, wanted) => {
    const all = await service.readAll(service.security);
    const { rows } = await service.readAll(
      service.security,
      { $filter: filter },
      { prefer: 'odata.maxpagesize=700' },
    );
    expect(rows).toEqual(all.rows.filter(wanted));
    expect(rows.length).toBeGreaterThan(0);
    const counted = await service.get(service.security, { $filter: filter, $count: 'true', $top: '1' });
    expect(counted.body['@odata.count']).toBe(rows.length);
  });

  it.each(JOURNAL)('journal: %s', async (filter, wanted) => {
    const all = await service.readAll(service.journal);
    const { rows } = await service.readAll(service.journal, { $filter: filter });
    expect(rows).toEqual(all.rows.filter(wanted));
  });

  it.each([
    [
      "BssiEntityID eq '100' or BssiAccessible eq true",
      "The 'OR' operator is not supported on distinct fields on an OData filter.",
    ],
    [
      "(BssiEntityID eq '1' and BssiMasterRecordID eq '2') or BssiEntityID eq '3'",
      "The 'OR' operator is not supported on distinct fields on an OData filter.",
    ],
    ["not startswith(BssiEntityID,'1')", ''],
    ["tolower(BssiEntityID) eq 'x'", ''],
    ["contains(tolower(BssiEntityID),'x')", ''],
  ])('501 for %s', async (filter, sentence) => {
    const reply = await service.get(service.security, { $filter: filter });
    expect([reply.status, reply.error.code]).toEqual([501, 'BadRequest_MethodNotImplemented']);
    if (sentence !== '') expect(reply.error.message.startsWith(`${sentence}  CorrelationId:  `)).toBe(true);
  });

  it.each([
    "Nothing eq 'x'",
    "BssiEntityID eq 'x",
    'BssiEntityID eq x',
    'BssiEntityID eq 100',
    "BssiEntityID = 'x'",
    "BssiEntityID eq 'x' and",
    "(BssiEntityID eq 'x'",
    "BssiEntityID eq 'x' BssiEntityID",
    "BssiAccessible eq 'maybe'",
    "contains(BssiAccessible,'t')",
    '@odata.etag ne null',
    'eq',
    '%',
  ])('400 for %s', async (filter) => {
    const reply = await service.get(service.security, { $filter: filter });
    expect([reply.status, reply.error.code]).toEqual([400, 'BadRequest']);
  });

  it.each(["PostingDate eq '2026-11-01'", "Quantity eq '1'", "LineNo gt 'x'"])(
    '400 for %s on the journal',
    async (filter) => {
      expect((await service.get(service.journal, { $filter: filter })).status).toBe(400);
    },
  );

  it.each([
    ['Customer', "O'BRIEN & CO"],
    ['Customer', 'MÜNCHEN-01'],
    ['Vendor', '北京-01'],
    ['Item', 'BOLT-1/2'],
    ['Item', 'PAINT C+'],
    ['Item', 'SALE 50%'],
    ['Item', 'WIRE #9'],
    ['Item', 'RACK-HEAVY-DUTY-GALVANISED-02'],
    ['Item', 'LONG-'.padEnd(250, '0123456789')],
  ])('the awkward number %s %s goes there and back', async (type, id) => {
    const filter = `BssiMasterRecordType eq '${type}' and BssiMasterRecordID eq '${id.replaceAll("'", "''")}'`;
    const { rows } = await service.readAll(
      service.security,
      { $filter: filter },
      { prefer: 'odata.maxpagesize=5' },
    );
    expect(rows).toHaveLength(12);
    expect(new Set(rows.map((row) => row.BssiMasterRecordID))).toEqual(new Set([id]));
    const was = await service.cell(type, id, '100');
    const sent = {
      BssiMasterRecordType: type,
      BssiMasterRecordID: id,
      BssiEntityID: '100',
      BssiAccessible: was !== true,
    };
    const reply = await service.post(sent);
    expect(JSON.parse(reply.text)).toMatchObject(sent);
    expect(await service.cell(type, id, '100')).toBe(was !== true);
  });
});
