import { expect, it } from 'vitest';
import { createBlockModel, restInWords, type KnownState } from '@/components/review/block-model';
import { changeBlock } from '@/lib/domain/access/change/change-block';

/** A block that changes one item in so many entities. */
function blockOf(entities: number, more: { isRoomy?: boolean; isLow?: boolean; name?: string } = {}) {
  const ids = Array.from({ length: entities }, (_, at) => String(100 + at));
  const changes = ids.map((entityId) => ({
    cell: { recordType: 'Item', recordId: '1', entityId },
    wanted: true,
  }));
  const { isRoomy = true, isLow = false, name = 'Cronus Deutschland GmbH' } = more;
  return createBlockModel({
    ...{ block: changeBlock(changes), isNarrow: false, isRoomy, isLow, selection: null },
    names: { record: () => '', entity: () => name, group: () => '' },
    ...{ isOn: () => true, onTick: () => undefined, stateOf: () => null, moreOf: () => '' },
  });
}

/** CSS px of an entity's column where a block of so many has so many px. */
const widthOf = (room: number, entities: number, more?: Parameters<typeof blockOf>[1]) =>
  blockOf(entities, more).fit(room).columns.width(1);

it('takes all the width that it has, and scrolls where that is not enough', () => {
  for (const [room, entities] of [
    [510, 1],
    [798, 3],
    [1_246, 9],
    [1_231, 24],
  ] as const) {
    const { pinned, columns } = blockOf(entities).fit(room);
    expect((pinned[0]?.width ?? 0) + columns.size).toBe(room);
  }
  const { pinned, columns } = blockOf(60).fit(1_246);
  expect([pinned[0]?.width, columns.size]).toEqual([216, 44 + 60 * 36]);
});

it('gives entities what names of records leave, within what their heads need', () => {
  expect([1, 5, 7, 9].map((entities) => widthOf(1_246, entities))).toEqual([176, 176, 130, 102]);
  expect([10, 16, 24].map((entities) => widthOf(1_246, entities))).toEqual([72, 56, 40]); // turned
  expect([25, 60].map((entities) => widthOf(1_246, entities))).toEqual([36, 36]); // by their IDs
  expect(widthOf(798, 4, { isRoomy: false })).toBe(118);
  expect(widthOf(798, 3, { name: '' })).toBe(96);
});

it('turns the names of up to 24 entities, where the window is high enough', () => {
  const heights = (more: Parameters<typeof blockOf>[1]) =>
    [9, 10, 24, 25].map((entities) => blockOf(entities, more).headHeight);
  expect(heights({})).toEqual([56, 154, 154, 48]);
  expect(heights({ name: 'Contoso' })).toEqual([56, 96, 96, 48]); // no higher than they are long
  expect(heights({ isLow: true })).toEqual([56, 48, 48, 48]);
  expect(heights({ name: '' })).toEqual([48, 48, 48, 48]);
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
