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

it('gives the names of entities the room that a wide review has for them', () => {
  expect([1, 5, 6, 7, 9, 20].map((entities) => widthOf(entities))).toEqual([152, 152, 140, 120, 93, 88]);
  expect(widthOf(6, { isRoomy: false })).toBe(88);
  expect(widthOf(6, { name: '' })).toBeLessThan(88);
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
