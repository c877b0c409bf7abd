import { expect, it } from 'vitest';
import { findTargets, findRecords } from '@/lib/domain/access/filter/find-targets';
import { matrixNames, noNames } from '@/lib/domain/access/names/matrix-names';
import { targetInWords } from '@/lib/domain/access/details-target';
import { drawn } from './some-matrices';

const matrix = drawn(['100', '10', '210'], {
  'Item 210': '+++',
  'Customer c10': '+++',
  'Customer 10': '+++',
  'Customer 100': '+++',
});

const found = (text: string, most = 9, names = noNames) =>
  findTargets(matrix, names, text, most).found.map(({ target }) => targetInWords(target));

it('finds entities, then records, the ID itself first, then what begins so, then what contains it', () => {
  expect(found('10')).toEqual([
    'entity 10',
    'entity 100',
    'entity 210',
    'Customer 10',
    'Customer 100',
    'Item 210',
    'Customer c10',
  ]);
  expect(found('10', 1)).toEqual(['entity 10', 'Customer 10']);
  expect([1, 4].map((most) => findTargets(matrix, noNames, '10', most).isMore)).toEqual([true, false]);
  expect(found(' C1 ')).toEqual(['Customer c10']);
  expect([found(''), found('nobody')]).toEqual([[], []]);
});

it('finds by type and ID together, as a record and an entity are called, in whatever case', () => {
  expect(found('customer 10')).toEqual(['Customer 10', 'Customer 100']);
  expect(found('Item 2', 1)).toEqual(['Item 210']);
  expect(found('entity 10')).toEqual(['entity 10', 'entity 100']);
  expect(findRecords(matrix, noNames, 'CUSTOMER', 2)).toEqual({ found: [1, 2], isMore: true });
});

it('finds the very ID before one that differs by an accent', () => {
  const alike = drawn(['100'], { 'Customer MUL': '+', 'Customer MÜL': '+' });
  const ids = (text: string) => findRecords(alike, noNames, text, 2).found.map((one) => alike.recordId(one));
  expect(ids('MÜL')).toEqual(['MÜL', 'MUL']);
  expect(ids('customer müL')).toEqual(['MÜL', 'MUL']);
  expect(ids('mul')).toEqual(['MUL', 'MÜL']);
});

it('finds by names, and says them', () => {
  const names = matrixNames(matrix, {
    records: [
      ['Item', '210', 'Bench 10'],
      ['Customer', '100', 'A bench'],
      ['Customer', 'c10', 'Bench'],
    ],
    entities: [['210', 'Bench works', null]],
  });
  expect(findTargets(matrix, names, 'bench', 9).found.map(({ name }) => name)).toEqual([
    'Bench works',
    'Bench 10',
    'Bench',
    'A bench',
  ]);
  expect(found('10', 9, names).slice(3, 6)).toEqual(['Customer 10', 'Customer 100', 'Item 210']);
});

it('finds names with accents by letters without, and the other way round', () => {
  const names = matrixNames(matrix, {
    records: [
      ['Item', '210', 'Zürich'],
      ['Customer', '100', 'Smörgåsbord'],
    ],
    entities: [['210', 'Zurich Ltd', null]],
  });
  expect(found('zurich', 9, names)).toEqual(['entity 210', 'Item 210']);
  expect(found('ZÜRICH', 9, names)).toEqual(['entity 210', 'Item 210']);
  expect(found('smorgas', 9, names)).toEqual(['Customer 100']);
});
