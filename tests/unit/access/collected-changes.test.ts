import { describe, expect, it } from 'vitest';
import { accessChangeSchema, type Cell } from '@/lib/contract/access';
import { changeOf, CollectedChanges } from '@/lib/domain/access/collected-changes';

const cell = (entityId: string): Cell => ({ recordType: 'Item', recordId: '1896-S', entityId });
const wish = (entityId: string, now = false, wanted = !now) => ({ cell: cell(entityId), wanted, now });

/** What is collected as "entity sign", and what listeners were told so far. */
function collecting(most = 10) {
  const collected = new CollectedChanges(most);
  const told: string[] = [];
  const stop = collected.subscribe((cells) => told.push(cells.map(({ entityId }) => entityId).join(' ')));
  const held = () => collected.all().map((change) => `${change.cell.entityId} ${change.wanted ? '+' : '-'}`);
  return { collected, told, stop, held };
}

describe('collected changes', () => {
  it('are held one for a combination, in the order they were first collected', () => {
    const { collected, held } = collecting();
    expect(collected.collect([wish('200'), wish('100', true), wish('300')])).toBe(0);
    expect(held()).toEqual(['200 +', '100 -', '300 +']);
    collected.collect([wish('200', true)]);
    expect([...held(), collected.size]).toEqual(['200 -', '100 -', '300 +', 3]);
    expect(collected.get(cell('100'))).toEqual({ cell: cell('100'), wanted: false });
    expect(collected.get({ ...cell('100'), recordId: '1896' })).toBeUndefined();
  });

  it('are taken back by one that wants what the cell has', () => {
    const { collected, held } = collecting();
    collected.collect([wish('100'), wish('200')]);
    collected.collect([wish('100', false, false)]);
    expect(held()).toEqual(['200 +']);
  });

  it('beyond the most that are held are left, but those held can change or go', () => {
    const { collected, held } = collecting(2);
    expect(collected.collect([wish('1'), wish('2'), wish('3'), wish('4')])).toBe(2);
    expect(collected.collect([wish('2', true), wish('5')])).toBe(1);
    expect(held()).toEqual(['1 +', '2 -']);
    expect(collected.collect([wish('1', false, false), wish('5')])).toBe(0);
    expect(held()).toEqual(['2 -', '5 +']);
  });

  it('are taken back step by step, to what was collected before', () => {
    const { collected, held } = collecting();
    const back = () => collected.takeBack().map(({ entityId }) => entityId);
    collected.collect([wish('1'), wish('2')]);
    collected.collect([wish('2', false, false), wish('3')]);
    expect(held()).toEqual(['1 +', '3 +']);
    expect([back(), held()]).toEqual([
      ['2', '3'],
      ['1 +', '2 +'],
    ]);
    expect([back(), held(), back()]).toEqual([['1', '2'], [], []]);
  });

  it('that were dropped are not brought back by taking back', () => {
    const { collected, held } = collecting();
    collected.collect([wish('1'), wish('2')]);
    collected.collect([wish('1', false, false)]);
    collected.drop([cell('1')]);
    expect([collected.takeBack().length, held(), collected.takeBack()]).toEqual([1, [], []]);
  });

  it('are dropped by cell or all at once', () => {
    const { collected, held } = collecting();
    collected.collect([wish('1'), wish('2'), wish('3')]);
    collected.drop([cell('2'), cell('9')]);
    expect(held()).toEqual(['1 +', '3 +']);
    collected.drop();
    expect([collected.size, held()]).toEqual([0, []]);
  });

  it('are told of with the cells that were touched, and not when nothing happened', () => {
    const { collected, told, stop } = collecting(2);
    const versions = [collected.version];
    const step = (act: () => void): void => {
      act();
      versions.push(collected.version);
    };
    step(() => collected.collect([wish('1'), wish('2'), wish('3')]));
    step(() => collected.collect([wish('4')]));
    step(() => collected.collect([]));
    step(() => collected.drop([cell('9'), cell('1')]));
    step(() => collected.drop([cell('9')]));
    step(() => collected.drop());
    step(() => collected.drop());
    expect(told).toEqual(['1 2', '1', '2']);
    expect(versions.map((version, index) => version !== versions[index - 1])).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
      true,
      false,
    ]);
    stop();
    collected.collect([wish('1')]);
    expect(told).toHaveLength(3);
  });

  it('go into a change set with the other value as the one that was seen', () => {
    const changes = [true, false].map((wanted) => changeOf({ cell: cell('100'), wanted }));
    expect(changes).toEqual([
      { ...cell('100'), accessible: true, expected: false },
      { ...cell('100'), accessible: false, expected: true },
    ]);
    for (const change of changes) expect(accessChangeSchema.parse(change)).toEqual(change);
  });
});
