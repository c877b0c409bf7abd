import { expect, it } from 'vitest';
import { createBlockModel, restInWords, type KnownState } from '@/components/review/block-model';
import { changeBlock } from '@/lib/domain/access/change/change-block';

/** CSS px of an entity's column in a block of so many. */
function widthOf(entities: number, more: { isRoomy?: boolean; name?: string } = {}): number {
  const ids = Array.from({ length: entities }, (_, at) => String(100 + at));
  const changes = ids.map((entityId) => ({
    cell: { recordType: 'Item', recordId: '1', entityId },
    wanted: true,
  }));
  const { isRoomy = true, name = 'Cronus Deutschland GmbH' } = more;
  const { columns } = createBlockModel({
    ...{ block: changeBlock(changes), isNarrow: false, isRoomy, selection: null },
    names: { record: () => '', entity: () => name, group: () => '' },
    ...{ isOn: () => true, onTick: () => undefined, stateOf: () => null, moreOf: () => '' },
  });
  return columns.width(1);
}

it('names few entities in their heads, and has columns as narrow as a box and an ID for more', () => {
  expect([1, 5, 6, 7].map((entities) => widthOf(entities))).toEqual([152, 152, 140, 120]);
  expect([8, 15, 20, 24].map((entities) => widthOf(entities))).toEqual([56, 56, 42, 36]);
  expect([4, 6].map((entities) => widthOf(entities, { isRoomy: false }))).toEqual([120, 36]);
  expect(widthOf(6, { name: '' })).toBe(56);
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
