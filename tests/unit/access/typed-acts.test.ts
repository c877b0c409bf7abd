import { describe, expect, it } from 'vitest';
import { changesOfAct, typedActs } from '@/lib/domain/access/change/typed-acts';
import { matrixNames, noNames } from '@/lib/domain/access/names/matrix-names';
import { drawn } from './some-matrices';

const matrix = drawn(['100', '200', '210', '230', '420', '999'], {
  'Customer 30000': '+-+--.',
  'Customer 40000': '------',
  'Vendor 10': '----+-',
  'Vendor 20': '----+-',
  'Company 1': '------',
});
const names = matrixNames(matrix, {
  records: [['Customer', '40000', 'Adatum and Sons']],
  entities: [
    ['200', 'London', 'UK'],
    ['210', 'Leeds', 'UK'],
  ],
});

/** What a sentence comes to, in short. */
const read = (text: string, named = names) =>
  typedActs(text, matrix, named).map((act) => {
    if (act.kind === 'compare') {
      const { kind, first, second, isCopy } = act.compared;
      return `${isCopy ? 'copy' : 'compare'} ${kind} ${String(first)} ${String(second)}`;
    }
    const ids = (entities: readonly number[]) => entities.map((entity) => matrix.entityId(entity)).join(' ');
    const { about, given, removed, isAsked } = act;
    const subject =
      about.kind === 'type' ? about.recordType : `${about.recordType}/${matrix.recordId(about.record)}`;
    return `${subject} +[${ids(given)}] -[${ids(removed)}]${isAsked ? ' change' : ''}`;
  });

describe('a typed sentence', () => {
  it.each([
    ['copy 200 to 999', 'copy entities 200 999'],
    ['Copy access of 200 to 999', 'copy entities 200 999'],
    ['copy 200 999', 'copy entities 200 999'],
    ['copy 30000 40000', 'copy records Customer/30000 Customer/40000'],
    ['copy customer 30000', 'copy records Customer/30000 null'],
    ['compare customer 30000', 'compare records Customer/30000 null'],
    ['compare company 1', 'compare records Company/1 null'],
    ['copy  200', 'copy entities 200 null'],
    ['copy 200 to', 'copy entities 200 null'],
    ['copy london to 999', 'copy entities 200 999'],
    ['give 999 what 200 has', 'copy entities 200 999'],
    ['make 999 like 200', 'copy entities 200 999'],
    ['copy customer 30000 to customer 40000', 'copy records Customer/30000 Customer/40000'],
    ['compare 200 210', 'compare entities 200 210'],
    ['compare 200 with 210', 'compare entities 200 210'],
    ['compare 200', 'compare entities 200 null'],
  ])('that compares or copies: %s', (text, meant) => expect(read(text)).toEqual([meant]));

  it.each([
    ['vendors out of 420', 'Vendor +[] -[420] change'],
    ['Vendor in 420', 'Vendor +[420] -[]'],
    ['all vendors in 420', 'Vendor +[420] -[]'],
    ['vendors not in 420', 'Vendor +[] -[420] change'],
    ['remove vendors from 420', 'Vendor +[] -[420] change'],
    ['remove vendors in 420', 'Vendor +[] -[420] change'],
    ['give companies to 200 and 210', 'Company +[200 210] -[] change'],
    ['give vendors access to uk', 'Vendor +[200 210] -[] change'],
    ['Customer 30000 in 200 to 230 and not in 100', 'Customer/30000 +[200 210 230] -[100] change'],
    ['30000 in 200..230 not 100', 'Customer/30000 +[200 210 230] -[100] change'],
    ['vendors 420', 'Vendor +[420] -[]'],
    ['customer 30000 UK', 'Customer/30000 +[200 210] -[]'],
    ['adatum and sons in leeds', 'Customer/40000 +[210] -[]'],
  ])('about records: %s', (text, meant) => expect(read(text)).toEqual([meant]));

  it.each([
    'vendors',
    'vendors in',
    'vendors in 42', // a part of an ID names nobody: what is changed is to be named
    'vendors in 420, 998',
    'vendors in 420 not in 420',
    'widgets in 420',
    'copy 1000 to 999',
    'customer 30000',
    '0 420', // three records have a 0 in their IDs
    'compare',
    'in 420',
    '',
  ])('that names nothing of the matrix is none: %s', (text) => expect(read(text, noNames)).toEqual([]));

  it('comes to the changes that are still to be made', () => {
    const [act] = typedActs('customer 30000 in 200..230, 999 not in 100', matrix, names);
    if (act?.kind !== 'records') throw new Error('It is about a record.');
    const seen = (record: number, entity: number) => matrix.state(record, entity);
    const { changes, ...counts } = changesOfAct(act, matrix, seen, 10);
    expect(changes.map(({ cell, wanted }) => `${cell.entityId} ${wanted ? '+' : '-'}`)).toEqual([
      '200 +',
      '230 +',
      '100 -',
    ]);
    expect(counts).toEqual({ already: 1, absent: 1, isCut: false });
    expect(changesOfAct(act, matrix, seen, 2)).toMatchObject({ isCut: true });
  });
});
