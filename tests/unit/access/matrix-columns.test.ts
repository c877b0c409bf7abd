import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accessParameters, withGroupTurned } from '@/components/access/filters/access-address';
import { readParameters } from '@/lib/client/address/parameters';
import { changedSearch } from '@/lib/client/address/use-address';
import { columnHead, MatrixColumns } from '@/lib/domain/access/filter/matrix-columns';
import { noNames } from '@/lib/domain/access/names/matrix-names';
import { drawn } from './some-matrices';

/** Sizes of neighbouring groups; the first entity of each second group belongs to none. */
const anyGroups = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 6 });

function someColumns(sizes: readonly number[], folded: readonly string[]) {
  const groupNames = sizes.flatMap((size, at) =>
    Array.from({ length: size }, () => (at % 2 === 1 ? '' : `Group ${String(at)}`)),
  );
  const ids = groupNames.map((_, at) => String(100 + at));
  const matrix = drawn(ids, { 'Item 1': '+'.repeat(ids.length) });
  const entities = Uint32Array.from(ids.keys());
  const groupOf = (entity: number) => groupNames[entity] ?? '';
  return { matrix, groupNames, entities, columns: new MatrixColumns(matrix, entities, groupOf, folded) };
}

it('are one for each entity, and one for each folded group of more than one, to be found either way', () => {
  fc.assert(
    fc.property(anyGroups, fc.nat(63), (sizes, mask) => {
      const folded = sizes.flatMap((_, at) => ((mask & (1 << at)) === 0 ? [] : [`Group ${String(at)}`]));
      const { entities, groupNames, columns } = someColumns(sizes, folded);
      // The same told plainly: what each column stands for.
      const plain: number[][] = [];
      for (const entity of entities) {
        const name = groupNames[entity] ?? '';
        const size = groupNames.filter((other) => other === name).length;
        const isFolded = name !== '' && size > 1 && folded.includes(name);
        const last = plain.at(-1);
        if (isFolded && last && groupNames[last[0] ?? -1] === name) last.push(entity);
        else plain.push([entity]);
      }
      expect(columns.count).toBe(plain.length);
      plain.forEach((own, column) => {
        const [entity = -1, ...others] = own;
        expect([...columns.entitiesOf(column)]).toEqual(own);
        expect(columns.entityAt(column)).toBe(others.length > 0 ? -1 : entity);
        for (const one of own) {
          expect(columns.columnOrGroupOf(one)).toBe(column);
          expect(columns.columnOf(one)).toBe(others.length > 0 ? -1 : column);
        }
        for (let right = column; right < plain.length; right++) {
          const among = plain.slice(column, right + 1);
          const { left: first, right: last } = columns.placesIn(column, right);
          const own = among.filter(({ length }) => length === 1).flat();
          expect([...columns.entitiesIn(column, right)]).toEqual(own);
          const between = entities.subarray(first, last + 1);
          expect([between[0], between.at(-1)]).toEqual([own[0], own.at(-1)]);
        }
      });
      expect([columns.entityAt(-1), columns.entityAt(plain.length)]).toEqual([-1, -1]);
      expect([columns.groupAt(-1), columns.groupAt(plain.length)]).toEqual([undefined, undefined]);
      expect([columns.columnOf(-1), columns.columnOrGroupOf(-1)]).toEqual([-1, -1]);
    }),
    { numRuns: 300 },
  );
});

it('have heads that say where a group begins, how many columns it has, and whether it is folded', () => {
  const headsOf = (...folded: string[]) => {
    const { matrix, columns, groupNames } = someColumns([2, 1, 3], folded);
    const names = { ...noNames, group: (entity: number) => groupNames[entity] ?? '' };
    return Array.from({ length: columns.count }, (_, column) => {
      const head = columnHead(matrix, names, columns, column);
      return [head.entityId, head.group, head.groupSpan, head.groupSize, head.isFolded, head.isFirstOfGroup];
    });
  };
  expect(headsOf('Group 2')).toEqual([
    ['100', 'Group 0', 2, 2, false, false],
    ['101', 'Group 0', 0, 2, false, false],
    ['102', '', 1, 1, false, true],
    ['', 'Group 2', 1, 3, true, true],
  ]);
});

it('are named in the address by the groups that are folded, whatever these are called', () => {
  const written = (search: string, group: string) =>
    changedSearch(
      accessParameters,
      search,
      withGroupTurned(readParameters(accessParameters, new URLSearchParams(search)), group),
    );
  expect(written('q=1', 'DACH')).toBe('q=1&foldGroup=DACH');
  expect(written('foldGroup=DACH', 'DACH')).toBe('');
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 4 }), (groups) => {
      fc.pre(groups.every((name) => !/[\p{Cc}\p{Cs}]/u.test(name))); // a labels file has none in a group
      const search = groups.reduce(written, '');
      expect(readParameters(accessParameters, new URLSearchParams(search)).foldGroup).toEqual(groups);
      expect(groups.reduce(written, search)).toBe('');
    }),
  );
});
