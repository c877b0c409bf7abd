import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  entityOrder,
  recordOrder,
  visibleEntities,
  visibleRecords,
} from '@/lib/domain/access/filter/matrix-filter';
import type { Labels } from '@/lib/contract/access/labels';
import { keyNames } from '@/lib/domain/access/names/key-names';
import { LabelsReader } from '@/lib/domain/access/names/labels-reader';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { matrixNames, noNames } from '@/lib/domain/access/names/matrix-names';
import { csvRow, csvRows } from '@/lib/domain/spreadsheet/csv';
import { SheetFault } from '@/lib/domain/spreadsheet/sheet-row';
import { drawn } from './some-matrices';

function read(text: string, connection = 'default') {
  const reader = new LabelsReader(connection);
  for (const row of csvRows(text)) reader.take(row);
  return { labels: reader.labels(), problems: reader.problems };
}

describe('a labels file', () => {
  it('names records and entities, whatever the order and spelling of its columns', () => {
    const text =
      '\uFEFFEntity ID;Name;Record Type;Record_ID\r\n;Adatum;Customer;10000\r\n100;"Cronus; UK";;\r\n\r\n';
    const { labels, problems } = read(text);
    expect(labels).toEqual({
      records: [['Customer', '10000', 'Adatum']],
      entities: [['100', 'Cronus; UK', null]],
    });
    expect(problems).toEqual([]);
  });

  it('holds names for one connection beside those for all; of two names the later counts', () => {
    const text = [
      'connection,recordType,recordId,entityId,name',
      ',Customer,1,,Everywhere',
      'sandbox,Customer,1,,Only there',
      'sandbox,,,100,Sand',
      ',Customer,2,,First',
      ',Customer,2,,Second',
    ].join('\n');
    expect(read(text).labels).toEqual({
      records: [['Customer', '1', 'Everywhere'], ['Customer', '2', 'Second']],
      entities: [],
    }); // prettier-ignore
    expect(read(text, 'sandbox').labels).toMatchObject({
      records: [['Customer', '1', 'Only there'], ['Customer', '2', 'Second']],
      entities: [['100', 'Sand', null]],
    }); // prettier-ignore
  });

  it('puts entities in groups; what a record says of one counts for nothing', () => {
    const text = [
      'recordType,recordId,entityId,name,Group',
      ',,100,Cronus UK,UK  &\u202E Ireland ',
      ',,200,Cronus DE,',
      'Customer,1,,Adatum,DACH',
      `,,300,Cronus FR,${'x'.repeat(251)}`,
    ].join('\n');
    const { labels, problems } = read(text);
    expect(labels).toEqual({
      records: [['Customer', '1', 'Adatum']],
      entities: [
        ['100', 'Cronus UK', 'UK & Ireland'],
        ['200', 'Cronus DE', null],
      ],
    });
    expect(problems).toEqual(['Row 5 has a group of more than 250 characters.']);
  });

  it('knows the group of an entity that has no name, by which a filter finds it', () => {
    const { labels, problems } = read('entityId,name,group\n100,,DACH\n200,,\n');
    expect(labels.entities).toEqual([['100', '', 'DACH']]);
    expect(problems).toEqual(['Row 3 has no name.']);
    const matrix = drawn(['100', '200'], { 'Item 1': '++' });
    const names = matrixNames(matrix, labels);
    const order = entityOrder(matrix, names);
    expect([...visibleEntities(matrix, order, 'dach', names)]).toEqual([0]);
  });

  it('says what is wrong with a row, by its number, and keeps the others', () => {
    const { labels, problems } = read(
      `recordType,recordId,entityId,name\nCustomer,,,A\nCustomer,1,100,B\n,,100,\n,,200,${'x'.repeat(251)}\n,,300,\u202EGood\u0007  one\u2066\n`,
    );
    expect(problems).toEqual([
      'Row 2 needs a recordType and a recordId, or an entityId and neither of them.',
      'Row 3 needs a recordType and a recordId, or an entityId and neither of them.',
      'Row 4 has no name.',
      'Row 5 has a name of more than 250 characters.',
    ]);
    expect(labels).toEqual({ records: [], entities: [['300', 'Good one', null]] });
  });

  it.each(['', '\n\n', 'id,name\n1,A', 'recordType,name\nCustomer,A', 'recordType,recordId\nCustomer,1'])(
    'is refused without the columns it needs: %j',
    (text) => expect(() => read(text)).toThrow(SheetFault),
  );

  it('gives back what was written, for any names', () => {
    const part = fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()).filter((text) => text !== '' && !text.startsWith("'")); // prettier-ignore
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(part, part, part), { selector: ([a, b]) => JSON.stringify([a, b]) }), (rows) => {
        const text = csvRow(['recordType', 'recordId', 'entityId', 'name']) + rows.map(([type, id, name]) => csvRow([type, id, '', name])).join(''); // prettier-ignore
        expect(read(text).labels.records).toEqual(rows);
      }),
    ); // prettier-ignore
  });
});

describe('names on a matrix', () => {
  const matrix = new GrowingMatrix();
  for (const id of ['10', '20', '30'])
    for (const entity of ['UK1', 'DE1']) matrix.add('Customer', id, entity, true);
  const names = matrixNames(matrix, {
    records: [['Customer', '10', 'Adatum 30'], ['Customer', '30', 'Fabrikam'], ['Vendor', '20', 'Nobody']],
    entities: [['UK1', 'Cronus United Kingdom', null], ['FR', 'Gone', null]],
  }); // prettier-ignore
  const found = (text: string, by = names) =>
    [...visibleRecords(matrix, recordOrder(matrix), { recordTypes: [], text }, by)].map((record) =>
      matrix.recordId(record),
    );
  const entities = (text: string, by = names) =>
    [...visibleEntities(matrix, entityOrder(matrix, noNames), text, by)].map((entity) => matrix.entityId(entity)); // prettier-ignore

  it('stand beside the IDs that there are', () => {
    expect(names).toMatchObject({ hasRecords: true, hasEntities: true });
    expect([0, 1, 2].map(names.record)).toEqual(['Adatum 30', '', 'Fabrikam']);
    expect([0, 1].map(names.entity)).toEqual(['Cronus United Kingdom', '']);
    expect(matrixNames(matrix, { records: [['Vendor', '20', 'Nobody']], entities: [] })).toMatchObject({
      hasRecords: false,
      hasEntities: false,
    });
  });

  it('are found by exact keys where there is no matrix', () => {
    const labels: Labels = {
      records: [['Customer', '10', 'Adatum'], ['Vendor', '10', 'Fabrikam']],
      entities: [['10', 'Cronus', null]],
    }; // prettier-ignore
    const { record, entity } = keyNames(labels);
    expect(['Customer', 'Vendor', 'customer'].map((recordType) => record({ recordType, recordId: '10' }))).toEqual(['Adatum', 'Fabrikam', '']); // prettier-ignore
    expect(['10', '20'].map(entity)).toEqual(['Cronus', '']);
    expect(keyNames(labels).record).toBe(record);
  });

  it('let a plain text find the entities of a group', () => {
    const grouped = matrixNames(matrix, { records: [], entities: [['DE1', 'Cronus', 'DACH'], ['UK1', 'Donau', 'UK']] }); // prettier-ignore
    expect(entities('dach', grouped)).toEqual(['DE1']);
    expect(entities('cronus', grouped)).toEqual(['DE1']);
    expect(entities('dach*', grouped)).toEqual([]); // a start means IDs only
    expect(entities('cronusdach', grouped)).toEqual([]);
  });

  it('are found by a plain text, as IDs are; a list or a start means IDs only', () => {
    expect(found('ADATUM')).toEqual(['10']);
    expect(found('30')).toEqual(['10', '30']);
    expect(found('30*')).toEqual(['30']);
    expect(found('30|')).toEqual(['30']);
    expect(found('fabri*')).toEqual([]);
    expect(found('30', noNames)).toEqual(['30']);
    expect(entities('united')).toEqual(['UK1']);
    expect(entities('united', noNames)).toEqual([]);
    expect(entities('cronus*')).toEqual([]);
  });
});
