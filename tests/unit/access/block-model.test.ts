import { expect, it } from 'vitest';
import { columnWidths } from '@/components/grid/column-widths';
import { createBlockModel, restInWords, type KnownState } from '@/components/review/block-model';
import { changeBlock } from '@/lib/domain/access/change/change-block';

/** A block that changes one item in so many entities, all of which have a name. */
function blockOf(entities: number, isNarrow = false) {
  const ids = Array.from({ length: entities }, (_, at) => String(100 + at));
  const changes = ids.map((entityId) => ({
    cell: { recordType: 'Item', recordId: '1', entityId },
    wanted: true,
  }));
  return createBlockModel({
    ...{ block: changeBlock(changes), isNarrow, selection: null },
    names: { record: () => '', entity: () => 'Cronus Deutschland GmbH', group: () => '' },
    ...{ isOn: () => true, onTick: () => undefined, stateOf: () => null, moreOf: () => '' },
  });
}

it('takes all the width that it has, and scrolls where that is not enough', () => {
  for (const [room, entities] of [
    [510, 1],
    [798, 3],
    [1_246, 9],
    [1_231, 24],
  ] as const)
    expect(columnWidths(blockOf(entities), room).all).toBe(room);
  expect(columnWidths(blockOf(60), 1_246)).toMatchObject({ pinned: [249], column: 40 });
});

it('names few entities in their heads, where a window has room for it', () => {
  const [few, many, narrow] = [blockOf(3), blockOf(7), blockOf(3, true)];
  expect([few.headHeight, few.columns.least]).toEqual([76, 96]);
  expect([many.headHeight, many.columns.least]).toEqual([48, 40]);
  expect([narrow.headHeight, narrow.columns.least]).toEqual([48, 44]);
});

it('names the signs that are drawn between the changes, and no others', () => {
  const changes = ['1 100', '2 100', '1 200'].map((place) => {
    const [recordId = '', entityId = ''] = place.split(' ');
    return { cell: { recordType: 'Item', recordId, entityId }, wanted: true };
  });
  const rest = (value: ReturnType<KnownState>, count = 3) =>
    restInWords(changeBlock(changes.slice(0, count)), () => value);
  expect(rest('granted')).toBe('● has access');
  expect(rest('denied')).toBe('○ no access');
  expect(rest('none')).toBe('– not set up');
  expect(rest(null)).toBe(''); // as in an import, which knows of what its file names
  expect(rest('granted', 2)).toBe(''); // nothing lies between these
});

it('tells what lies between many changes without a look at each place', () => {
  const changes = Array.from({ length: 1_000 }, (_, at) => {
    return { cell: { recordType: 'Item', recordId: String(at), entityId: String(at) }, wanted: true };
  });
  let looks = 0;
  const rest = (values: readonly ReturnType<KnownState>[]) => {
    looks = 0;
    return restInWords(changeBlock(changes), () => values[looks++ % values.length] ?? null);
  };
  const all = '● has access, ○ no access, – not set up';
  expect([rest(['granted', 'denied', 'none']), looks]).toEqual([all, 3]);
  expect([rest(['granted', 'denied']), looks < 500_000]).toEqual([all, true]); // what else there is, nobody knows
});
