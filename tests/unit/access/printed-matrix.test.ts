import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PrintedMatrix } from '@/components/access/print/printed-matrix';
import { filterInWords } from '@/components/access/print/printed-words';
import { withBandsFolded, visibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { noNames } from '@/lib/domain/access/names/matrix-names';
import { answeringStore, status } from '@/tests/support/browser/answering-store';

const everything = { type: [], q: '', entity: '', rows: null, used: false };

it.each([
  ['all of it', everything, null, false, 'No filter: everything is here.'],
  ['all of it, unfolded', everything, { open: 2, all: 2 }, false, 'No filter: everything is here.'],
  ['only some rows', everything, { open: 2, all: 2 }, true, 'No filter.'],
  ['folded types', everything, { open: 1, all: 3 }, false, 'No filter. 2 record types are folded: one row each stands for all of its records.'],
  [
    'one folded type of what is filtered',
    { ...everything, q: 'C*', used: true },
    { open: 1, all: 2 },
    false,
    'Filter: record “C*”; empty columns hidden. 1 record type is folded: one row stands for all of its records.',
  ],
  ['no empty columns', { ...everything, used: true }, null, false, 'Filter: empty columns hidden.'],
])('paper says what is on it: %s', (_, address, bands, isCut, words) => {
  expect(filterInWords(address, bands, isCut)).toBe(words);
}); // prettier-ignore

it('paper says that it shows folded groups of entities unfolded', () => {
  const words = (...groups: string[]) => filterInWords({ ...everything, q: 'C*' }, null, false, groups);
  expect(words('DACH')).toBe('Filter: record “C*”. DACH is folded on the screen and printed unfolded.');
  expect(words('DACH', 'Nordics')).toMatch(
    / DACH and Nordics are folded on the screen and printed unfolded\.$/,
  );
});

/** The table of a part of the columns. */
function tableOf(from: number, to: number, isOpen: boolean, names = noNames): string {
  const matrix = new GrowingMatrix();
  for (const [type, entities] of [
    ['Customer', { 10: true, 20: true, 30: false, 40: true }],
    ['Vendor', { 10: false, 20: true, 30: true, 40: false }],
  ] as const)
    for (const [entity, isGranted] of Object.entries(entities)) matrix.add(type, '1', entity, isGranted);
  const { store } = answeringStore();
  store.show({ matrix, status: status() }, store.ask());
  store.cells.setNote(
    { recordType: 'Vendor', recordId: '1', entityId: '20' },
    { phase: 'unconfirmed', value: 'granted', words: '' },
  );
  const orders = { records: Uint32Array.of(0, 1), entities: Uint32Array.of(0, 1, 2, 3) };
  const query = { recordTypes: [], text: '', entity: '10|20|30', rows: null, isUsedOnly: false };
  const all = visibleMatrix(matrix, orders, { ...query, sort: { by: 'id' }, isReversed: false });
  const { rows, entities } = withBandsFolded(matrix, all, () => isOpen);
  return renderToStaticMarkup(
    createElement(PrintedMatrix, {
      ...{ matrix, store, rows, entities, from, to },
      names,
      count: rows.count,
      part: null,
    }),
  );
}

/** The cells of each row of a part of the columns, as text. */
function printed(from: number, to: number, isOpen: boolean): string[][] {
  return tableOf(from, to, isOpen)
    .split('<tr')
    .slice(2)
    .map((row) => [...row.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text = '']) => text));
}

it('counts over all shown entities on every part of the columns, and claims nothing that is not confirmed', () => {
  expect(printed(0, 2, true)).toEqual([
    ['67%', '100%', '100%'],
    ['2 of 3', '●', '●'],
    ['67%', '0%', '100%'],
    ['2 of 3', '–', '?'],
  ]);
  expect(printed(2, 3, false)).toEqual([
    ['67%', '0%'],
    ['67%', '100%'],
  ]);
});

it('names the group of its entities above their codes, again on each part of the columns', () => {
  const names = {
    ...noNames,
    hasGroups: true,
    group: (entity: number) => ['DACH', 'DACH', 'Nordics'][entity] ?? '',
  };
  const groupsIn = (from: number, to: number) =>
    [...tableOf(from, to, true, names).matchAll(/scope="colgroup" colSpan="(\d)">([^<]*)/g)].map(
      ([, span, group]) => [group, span],
    );
  expect(groupsIn(0, 3)).toEqual([
    ['DACH', '2'],
    ['Nordics', '1'],
  ]);
  expect(groupsIn(1, 2)).toEqual([['DACH', '1']]);
  expect(tableOf(0, 3, true)).not.toContain('colgroup');
});
