import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readParameters } from '@/lib/client/address/parameters';
import {
  accessParameters,
  openBands,
  withAllBands,
  withBandTurned,
} from '@/components/access/filters/access-address';
import { countColumns, SummedCounts } from '@/lib/domain/access/column-counts';
import { bandsOf, fittingBands, MatrixRows } from '@/lib/domain/access/filter/bands';
import { recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';

/** Some records of up to four types, in any order, in two entities. */
const anyRecords = fc.array(fc.nat(3), { maxLength: 30 });

function matrixOf(types: readonly number[]): AccessMatrix {
  const matrix = new GrowingMatrix();
  types.forEach((type, id) => {
    matrix.add(`Type ${String(type)}`, String(id), '100', id % 2 === 0);
    matrix.add(`Type ${String(type)}`, String(id), '200', id % 3 === 0);
  });
  return matrix;
}

describe('the rows of a matrix in bands', () => {
  it('are a head for each type and, where it is unfolded, its records, to be found either way', () => {
    fc.assert(
      fc.property(anyRecords, fc.nat(15), (types, mask) => {
        const matrix = matrixOf(types);
        const isOpen = (type: string) => (mask & (1 << Number(type.slice(5)))) !== 0;
        const order = recordOrder(matrix);
        const bands = bandsOf(matrix, order);
        const rows = new MatrixRows(matrix, bands, isOpen);

        // The same told plainly: a text for each row.
        const plain = [...new Set(types)]
          .sort()
          .map((type) => `Type ${String(type)}`)
          .flatMap((type) => {
            const own = [...order].filter((record) => matrix.recordType(record) === type);
            return [
              { type, record: -1, own },
              ...(isOpen(type) ? own : []).map((record) => ({ type, record, own })),
            ];
          });
        expect(rows.count).toBe(plain.length);
        plain.forEach(({ type, record, own }, row) => {
          expect([rows.at(row)?.band.recordType, rows.recordAt(row)]).toEqual([type, record]);
          expect(record < 0 ? rows.headOf(type) : rows.rowOf(record)).toBe(row);
          const stands = record >= 0 ? [record] : isOpen(type) ? [] : own;
          expect([...rows.recordsIn(row, row)]).toEqual(stands);
          expect(rows.lastUnder(row)).toBe(record < 0 && isOpen(type) ? row + own.length : row);
        });
        expect([rows.at(-1), rows.at(plain.length)]).toEqual([undefined, undefined]);
        expect([...rows.recordsIn(0, rows.count - 1)]).toEqual([...order]);
        for (const record of order) {
          const row = isOpen(matrix.recordType(record))
            ? rows.rowOf(record)
            : rows.headOf(matrix.recordType(record));
          expect(rows.rowOrHeadOf(record)).toBe(row);
        }
        // The records that have their own rows in a range, from the first to the last.
        for (let top = 0; top < rows.count; top++) {
          const { top: first, bottom: last } = rows.placesIn(top, rows.count - 1);
          const own = plain.slice(top).flatMap(({ record }) => (record < 0 ? [] : [record]));
          const between = order.subarray(first, last + 1);
          expect([between[0], between.at(-1)]).toEqual([own[0], own.at(-1)]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('count their columns together as all records do, also after a change', () => {
    fc.assert(
      fc.property(anyRecords, fc.nat(), fc.boolean(), (types, at, isAskedBefore) => {
        fc.pre(types.length > 0);
        const matrix = matrixOf(types);
        const order = recordOrder(matrix);
        const bands = bandsOf(matrix, order);
        const counts = new SummedCounts(bands.map((band) => band.counts));
        if (isAskedBefore) expect(counts.granted).toEqual(countColumns(matrix, order).granted);
        const record = at % types.length;
        matrix.set(record, 1, matrix.state(record, 1) === 'granted' ? 'denied' : 'granted');
        expect(counts.update([matrix.cell(record, 1)])).toBe(true);
        const { granted, existing } = countColumns(matrix, order);
        expect([counts.granted, counts.existing]).toEqual([granted, existing]);
      }),
    );
  });
});

it('has no heads where all records are of one type', () => {
  const matrix = matrixOf([1, 1, 1]);
  const rows = new MatrixRows(matrix, bandsOf(matrix, recordOrder(matrix)), null);
  expect([rows.count, rows.bandCounts, rows.headOf('Type 1'), rows.rowOf(1)]).toEqual([3, null, -1, 1]);
  expect([...rows.recordsIn(1, 2)]).toEqual([1, 2]);
  expect(rows.placesIn(1, 2)).toEqual({ top: 1, bottom: 2 });
});

it('are unfolded by themselves while they fit into the window, and the first one always', () => {
  const types = [
    { recordType: 'Bank Account', records: 10 },
    { recordType: 'Customer', records: 433 },
    { recordType: 'Item', records: 5 },
    { recordType: 'Vendor', records: 3 },
  ];
  expect(fittingBands(types, 0)).toEqual(['Bank Account']);
  expect(fittingBands(types, 19)).toEqual(['Bank Account', 'Item']); // 4 heads, 10 records and 5
  expect(fittingBands(types, 22)).toEqual(['Bank Account', 'Item', 'Vendor']);
  expect(fittingBands(types.slice(1), 20)).toEqual(['Customer']);
  expect(fittingBands([], 20)).toEqual([]);
});

describe('which bands an address has unfolded', () => {
  const types = ['Customer', 'Item', 'Vendor'];
  const addressOf = (search: string) => readParameters(accessParameters, new URLSearchParams(search));
  const fitting = ['Customer'];
  const open = (search: string) => types.filter(openBands(addressOf(search), fitting));

  it('is the page’s choice without a filter of records, and all with one, but for those it names', () => {
    expect(open('')).toEqual(fitting);
    expect(open('entity=100&used=true')).toEqual(fitting);
    expect(open('unfold=Item')).toEqual(['Item']);
    expect(open('unfold=-')).toEqual([]);
    expect(open('unfold=*')).toEqual(types);
    for (const filter of ['q=1', 'type=Item', 'rows=mixed']) {
      expect(open(filter)).toEqual(types);
      expect(open(`${filter}&fold=Item&unfold=Item`)).toEqual(['Customer', 'Vendor']);
      expect(open(`${filter}&fold=*`)).toEqual([]);
    }
  });

  it('is written so that it says what was asked for, and in few words', () => {
    const turned = (search: string, which = 'Item') =>
      withBandTurned(addressOf(search), types, fitting, which);
    expect(turned('')).toEqual({ unfold: ['Customer', 'Item'] }); // with what the page had chosen
    expect(turned('', 'Customer')).toEqual({ unfold: ['-'] });
    expect(turned('unfold=-')).toEqual({ unfold: ['Item'] });
    expect(turned('unfold=Item')).toEqual({ unfold: ['-'] });
    expect(turned('unfold=*')).toEqual({ unfold: ['Customer', 'Vendor'] });
    expect(turned('unfold=Customer&unfold=Vendor')).toEqual({ unfold: ['*'] });
    expect(turned('q=1')).toEqual({ fold: ['Item'] });
    expect(turned('q=1&fold=Item')).toEqual({ fold: [] });
    const all = (search: string, isOpen: boolean) => withAllBands(addressOf(search), isOpen);
    expect(all('unfold=Item', false)).toEqual({ unfold: ['-'] });
    expect(all('', true)).toEqual({ unfold: ['*'] });
    expect(all('q=1', false)).toEqual({ fold: ['*'] });
    expect(all('q=1&fold=Item', true)).toEqual({ fold: [] });
  });
});
