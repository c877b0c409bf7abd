import { expect, it } from 'vitest';
import { createBlockModel } from '@/components/review/block-model';
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
    names: { record: () => '', entity: () => name },
    ...{ isOn: () => true, onTick: () => undefined, stateOf: () => null, moreOf: () => '' },
  });
  return columns.width(1);
}

it('gives the names of entities the room that a wide review has for them', () => {
  expect([1, 5, 6, 7, 9, 20].map((entities) => widthOf(entities))).toEqual([152, 152, 140, 120, 93, 88]);
  expect(widthOf(6, { isRoomy: false })).toBe(88);
  expect(widthOf(6, { name: '' })).toBeLessThan(88);
});
