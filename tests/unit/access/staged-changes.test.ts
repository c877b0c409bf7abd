import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { accessChangeSchema, type Cell } from '@/lib/contract/access/access';
import { AnnotatedCells } from '@/lib/client/matrix/annotated-cells';
import { changeOf, StagedChanges, type StagedKeeper } from '@/lib/client/matrix/staged-changes';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';

const cell = (entityId: string): Cell => ({ recordType: 'Item', recordId: '1896-S', entityId });
const wish = (entityId: string, now = false, wanted = !now) => ({ cell: cell(entityId), wanted, now });

/** What is staged as "entity sign", and what listeners were told so far. */
function staging(most = 10, keeper: StagedKeeper | null = null) {
  const told: string[] = [];
  const cells = new AnnotatedCells();
  const staged = new StagedChanges(
    cells,
    most,
    (some) => told.push(some.map(({ entityId }) => entityId).join(' ')),
    keeper,
  );
  const held = () => staged.all().map((change) => `${change.cell.entityId} ${change.wanted ? '+' : '-'}`);
  return { staged, cells, told, held };
}

describe('staged changes', () => {
  it('are written down soon after each change, for a page may end unasked, and so is what is discarded', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let kept: string | null = null;
    const { staged } = staging(10, { read: () => null, write: (text) => ((kept = text), true) });
    staged.stage([wish('100'), wish('200')]);
    vi.advanceTimersByTime(1_000);
    expect(JSON.parse(kept ?? '')).toHaveLength(2);
    staged.drop([cell('100')]);
    vi.advanceTimersByTime(1_000);
    expect(JSON.parse(kept ?? '')).toHaveLength(1);
    staged.drop();
    vi.advanceTimersByTime(1_000);
    expect(kept).toBeNull();
  });

  it('say whether they outlast the page: not where the browser keeps nothing', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let isFull = true;
    const { staged, told } = staging(10, { read: () => null, write: () => !isFull });
    staged.stage([wish('100')]);
    vi.advanceTimersByTime(1_000);
    expect([staged.isKept, told.length]).toEqual([false, 2]);
    isFull = false;
    staged.stage([wish('200')]);
    vi.advanceTimersByTime(1_000);
    expect(staged.isKept).toBe(true);
    isFull = true;
    staged.drop();
    vi.advanceTimersByTime(1_000);
    expect(staged.isKept).toBe(true); // there is nothing to lose
  });

  it('are held one for an assignment, in the order they were first staged', () => {
    const { staged, cells, held } = staging();
    expect(staged.stage([wish('200'), wish('100', true), wish('300')])).toBe(0);
    expect(held()).toEqual(['200 +', '100 -', '300 +']);
    staged.stage([wish('200', true)]);
    expect([...held(), staged.size]).toEqual(['200 -', '100 -', '300 +', 3]);
    expect(cells.staged(cell('100'))).toBe(false);
    expect(cells.staged({ ...cell('100'), recordId: '1896' })).toBeUndefined();
  });

  it('are taken back by one that wants what the cell has', () => {
    const { staged, held } = staging();
    staged.stage([wish('100'), wish('200')]);
    staged.stage([wish('100', false, false)]);
    expect(held()).toEqual(['200 +']);
  });

  it('beyond the most that are held are left, but those held can change or go', () => {
    const { staged, held } = staging(2);
    expect(staged.stage([wish('1'), wish('2'), wish('3'), wish('4')])).toBe(2);
    expect(staged.stage([wish('2', true), wish('5')])).toBe(1);
    expect(held()).toEqual(['1 +', '2 -']);
    expect(staged.stage([wish('1', false, false), wish('5')])).toBe(0);
    expect(held()).toEqual(['2 -', '5 +']);
  });

  it('are taken back step by step, to what was staged before', () => {
    const { staged, held } = staging();
    const back = () => staged.takeBack().map(({ entityId }) => entityId);
    staged.stage([wish('1'), wish('2')]);
    staged.stage([wish('2', false, false), wish('3')]);
    expect(held()).toEqual(['1 +', '3 +']);
    expect([back(), held()]).toEqual([
      ['2', '3'],
      ['1 +', '2 +'],
    ]);
    expect([back(), held(), back()]).toEqual([['1', '2'], [], []]);
  });

  it('that were dropped are not brought back by taking back', () => {
    const { staged, held } = staging();
    staged.stage([wish('1'), wish('2')]);
    staged.stage([wish('1', false, false)]);
    staged.drop([cell('1')]);
    expect([staged.takeBack().length, held(), staged.takeBack()]).toEqual([1, [], []]);
  });

  it('are dropped by cell or all at once', () => {
    const { staged, held } = staging();
    staged.stage([wish('1'), wish('2'), wish('3')]);
    staged.drop([cell('2'), cell('9')]);
    expect(held()).toEqual(['1 +', '3 +']);
    staged.drop();
    expect([staged.size, held()]).toEqual([0, []]);
  });

  it('are told of with the cells that were touched, and not when nothing happened', () => {
    const { staged, told } = staging(2);
    const heard: boolean[] = [];
    const step = (act: () => void): void => {
      const before = told.length;
      act();
      heard.push(told.length > before);
    };
    step(() => staged.stage([wish('1'), wish('2'), wish('3')]));
    step(() => staged.stage([wish('4')]));
    step(() => staged.stage([]));
    step(() => staged.drop([cell('9'), cell('1')]));
    step(() => staged.drop([cell('9')]));
    step(() => staged.drop());
    step(() => staged.drop());
    expect(told).toEqual(['1 2', '1', '2']);
    expect(heard).toEqual([true, false, false, true, false, true, false]);
  });

  it('that do not fit any more stay offered', () => {
    const kept = JSON.stringify(['100', '200'].map((id) => ({ ...cell(id), wanted: true })));
    const { staged, cells, held } = staging(1, { read: () => kept, write: () => true });
    const matrix = new GrowingMatrix();
    for (const id of ['100', '200']) matrix.add('Item', '1896-S', id, false);
    cells.setMatrix(matrix);
    expect([staged.restore(), held(), staged.offered.length]).toEqual([1, ['100 +'], 1]);
    staged.drop();
    expect([staged.restore(), held(), staged.offered.length]).toEqual([1, ['200 +'], 0]);
  });

  it('outlast the page: offered back, restored where they still change something, or discarded', () => {
    let kept: string | null = null;
    const keeper = { read: () => kept, write: (text: string | null) => ((kept = text), true) };
    const before = staging(10, keeper);
    before.staged.stage([wish('100'), wish('200'), wish('300', true), wish('400')]);
    before.staged.keep();
    const matrix = new GrowingMatrix();
    for (const [entityId, isGranted] of [
      ['100', false],
      ['200', true],
      ['300', true],
    ] as const)
      // prettier-ignore
      matrix.add('Item', '1896-S', entityId, isGranted); // 200 was given meanwhile, 400 is gone
    const after = staging(10, keeper);
    after.cells.setMatrix(matrix);
    expect([after.staged.size, after.staged.offered.length]).toEqual([0, 4]);
    after.staged.stage([wish('100')]);
    after.staged.keep();
    expect(staging(10, keeper).staged.offered).toHaveLength(5); // what is offered is kept until somebody decides
    expect([after.staged.restore(), after.held()]).toEqual([1, ['100 +', '300 -']]);
    expect(after.staged.offered).toEqual([]);
    after.staged.drop();
    after.staged.keep();
    expect(kept).toBeNull();
    kept = '[{"wanted":';
    expect(staging(10, keeper).staged.offered).toEqual([]);
    kept = null;
    before.staged.keep();
    const discarding = staging(10, keeper);
    discarding.staged.discardOffered();
    expect(discarding.staged.offered).toEqual([]);
    discarding.staged.keep();
    expect(kept).toBeNull();
  });

  it('are not kept where they are more than a browser takes', () => {
    let kept: string | null = 'before';
    const { staged } = staging(50_000, { read: () => null, write: (text) => ((kept = text), true) });
    staged.stage(Array.from({ length: 20_001 }, (_, at) => wish(String(at))));
    staged.keep();
    expect(kept).toBeNull();
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
