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
