import { noKeyNames } from '@/lib/domain/access/names/key-names';
import { describe, expect, it } from 'vitest';
import { SetMarks } from '@/lib/client/matrix/set-marks';
import type { ChangeCell } from '@/lib/contract/changes/changes';
import {
  answeringStore,
  cell,
  matrixOf,
  setIs,
  settled,
  status,
  told,
} from '@/tests/support/browser/answering-store';

const other = { ...cell, entityId: '110' };

const undone = (more: Partial<ChangeCell> = {}): ChangeCell => ({
  ...cell,
  position: 0,
  accessible: true,
  expected: false,
  before: false,
  current: null,
  state: 'conflict',
  detail: 'Dana changed this: it has access now. Nothing was changed.',
  sends: 0,
  settledAt: null,
  ...more,
});

/** A store with a set of both cells that runs, and what ends it. */
async function awaiting() {
  const parts = answeringStore();
  const { store, sets, undone: asked } = parts;
  store.show({ matrix: matrixOf(), status: status() }, store.ask());
  store.takeHello(5, false);
  sets.set('set', setIs('running'));
  await store.apply(
    [cell, other].map((one) => ({ cell: one, wanted: true })),
    () => Promise.resolve('set'),
  );
  await settled();
  const end = async (cells: readonly ChangeCell[]) => {
    store.takeSet(setIs('done'), true);
    await settled();
    asked.at(-1)?.answer(cells);
    await settled();
  };
  const waits = () => [0, 1].map((entity) => store.cells.annotationAt(0, entity)?.mark === 'waiting');
  return { ...parts, end, waits };
}

describe('a combination of a change set waits', () => {
  it('until the set itself has come to it, or has ended', async () => {
    const { store, end, waits } = await awaiting();
    expect(waits()).toEqual([true, true]);
    store.takeCells([told({ accessible: false, changeSetId: 'another' })], 6);
    store.takeCells([told({ accessible: false, changeSetId: null })], 7);
    expect(waits()).toEqual([true, true]);
    store.takeCells([told({ accessible: false, changeSetId: 'set' })], 8);
    expect(waits()).toEqual([false, true]);
    await end([]);
    expect(waits()).toEqual([false, false]);
  });

  it('also where events were missed, for its end is told in any case', async () => {
    const { store, waits, end } = await awaiting();
    store.takeHello(9, true);
    expect(waits()).toEqual([true, true]);
    await end([]);
    expect(waits()).toEqual([false, false]);
  });

  it('no longer once the console does not know the set', async () => {
    const { store, waits } = await awaiting();
    store.forgetSet('set');
    expect(waits()).toEqual([false, false]);
    expect(store.own.last).toBeNull();
  });
});

describe('a cell of a change set that was not done', () => {
  it('shows what was seen and why, over the newest value that is known', async () => {
    const { store, end } = await awaiting();
    store.takeCells([told({ applied: false, changeSetId: 'set' })], 6);
    await end([undone({ current: false })]);
    expect(store.cells.stateAt(0, 0)).toBe('granted');
    expect(store.cells.note(cell)).toMatchObject({
      phase: 'conflict',
      words: 'You saw “no access”. Dana changed this: it has access now. Nothing was changed.',
    });
    expect(store.cells.marked).toBe(1);
  });

  it('is marked as soon as the set pauses, and keeps the reason until it is tried again and done', async () => {
    const { store, undone: asked } = await awaiting();
    const refused = undone({ state: 'rejected', detail: 'The entity is not licensed.' });
    const answer = async (cells: readonly ChangeCell[]) => {
      await settled();
      asked.at(-1)?.answer(cells);
      await settled();
    };
    const marks = () => [0, 1].map((entity) => store.cells.annotationAt(0, entity)?.mark);
    const counts = { ...setIs('paused').counts, rejected: 1 };
    store.takeSet({ ...setIs('paused'), counts }, false);
    await answer([refused]);
    expect(marks()).toEqual(['refused', 'waiting']);
    store.takeSet({ ...setIs('done'), counts }, true);
    await answer([refused]);
    store.takeSet(setIs('running'), false); // tried again on its own page
    expect(store.cells.note(cell)?.words).toContain('not licensed');
    store.takeSet({ ...setIs('done'), counts }, true);
    await answer([undone({ state: 'rejected', detail: 'The record is blocked.' })]);
    expect(store.cells.note(cell)?.words).toContain('blocked');
    store.takeSet(setIs('running'), false);
    store.takeSet(setIs('done'), true);
    await answer([]); // it had the value by then
    expect(store.cells.marked).toBe(0);
  });

  it('keeps its mark where an older answer about the set comes after the newer one', async () => {
    const { store, undone: asked } = await awaiting();
    store.takeSet(setIs('paused'), false);
    store.takeSet(setIs('done'), true);
    await settled();
    asked[1]?.answer([undone(), undone({ ...other })]);
    await settled();
    asked[0]?.answer([undone()]);
    await settled();
    expect(store.cells.marked).toBe(2);
  });

  it('keeps its mark whatever others do, and loses it when its set does it after all', async () => {
    const { store, end, looks } = await awaiting();
    await end([undone({ state: 'rejected', detail: 'The record is blocked' })]);
    store.takeCells([told({ accessible: false, applied: false, changeSetId: 'set' })], 10);
    store.takeCells([told({ changeSetId: 'somebody’s' })], 11);
    store.takeCells([told({ changeSetId: 'set' })], 12);
    expect(looks.slice(-3)).toEqual(['refused denied', 'refused granted', 'settled granted']);
  });

  it('loses its mark when the person asks for it again, and others keep theirs', async () => {
    const { store, end } = await awaiting();
    await end([undone(), undone({ entityId: '110' })]);
    await store.apply([{ cell, wanted: true }], () => Promise.resolve('next'));
    expect([store.cells.note(cell)?.phase, store.cells.note(other)?.phase]).toEqual(['waiting', 'conflict']);
  });

  it('leaves what the person has under way meanwhile', async () => {
    const { store, end } = await awaiting();
    void store.edits.switch(cell, false);
    await end([undone()]);
    expect(store.cells.note(cell)).toMatchObject({ phase: 'pending', value: 'granted' });
    expect(store.cells.marked).toBe(0);
  });

  it('is not spoken of where the person did it, whether the event or the answer comes first', async () => {
    const { store, posts, end } = await awaiting();
    const done = store.edits.switch(cell, false);
    store.takeCells([told({ changeSetId: 'own' })], 120);
    posts[0]?.answer({ outcome: 'applied', changeId: 'own', seq: 120 });
    await done;
    await end([undone()]);
    expect([store.cells.note(cell), store.cells.stateAt(0, 0)]).toEqual([undefined, 'granted']);
  });

  it('is not spoken of when it was done since', async () => {
    const { store, end } = await awaiting();
    store.takeCells([told({ changeSetId: 'another' })], 6);
    store.show({ matrix: matrixOf(true), status: status({ ledgerSeq: 9 }) }, store.ask());
    await end([undone(), undone({ entityId: '110' })]);
    expect([store.cells.note(cell)?.phase, store.cells.note(other)?.phase]).toEqual([undefined, 'conflict']);
    const again = await awaiting();
    again.store.takeCells([told({ changeSetId: 'another' })], 6);
    again.store.takeCells([told({ applied: false })], 7); // a change before, and then it was refused
    await again.end([undone()]);
    expect(again.store.cells.note(cell)?.phase).toBe('conflict');
  });

  it('is marked though it was changed before the set was made', async () => {
    const { store, posts, sets, undone: asked } = answeringStore();
    store.show({ matrix: matrixOf(), status: status() }, store.ask());
    store.takeHello(5, false);
    const done = store.edits.switch(cell, false);
    posts[0]?.answer({ outcome: 'applied', changeId: 's', seq: 6 });
    await done;
    store.takeCells([told({ changeSetId: 's', person: { id: 'me', name: 'Me' } })], 6);
    sets.set('set', setIs('running'));
    await store.apply([{ cell, wanted: false }], () => Promise.resolve('set'));
    store.takeSet(setIs('done'), true);
    await settled();
    asked[0]?.answer([undone({ accessible: false, state: 'rejected', detail: 'The record is blocked' })]);
    await settled();
    expect(store.cells.note(cell)?.phase).toBe('refused');
  });
});

describe('a set', () => {
  it('of the person that was made elsewhere leaves its marks here too, once', async () => {
    const { store, undone: asked } = answeringStore();
    store.show({ matrix: matrixOf(), status: status() }, store.ask());
    const made = { id: 'import', kind: 'import' } as const;
    store.takeSet(setIs('running', made), false);
    store.takeSet(setIs('done', made), true);
    await settled();
    asked[0]?.answer([undone({ state: 'rejected', detail: 'The record is blocked' })]);
    await settled();
    expect(store.cells.note(cell)).toMatchObject({ phase: 'refused', changeSetId: 'import' });
    store.clearMarks();
    store.takeSet(setIs('done', made), false); // said again, as when it is undone
    store.takeSet(setIs('done', { id: 'theirs', person: { id: 'dana', name: 'Dana' } }), true);
    await settled();
    expect([store.cells.marked, asked.length]).toEqual([0, 1]);
  });

  it('keeps its marks, and gets new ones, though its cells cannot be read at first', async () => {
    const { store, end } = await awaiting();
    await end([undone()]);
    let tries = 0;
    const marks = new SetMarks({
      personId: 'me',
      cells: store.cells,
      now: () => ({ seq: 0 }),
      changed: () => undefined,
      announce: () => undefined,
      names: () => noKeyNames,
      transport: {
        readSet: () => expect.fail('It is known how it stands.'),
        readUndone: () =>
          tries++ < 2 ? Promise.reject(new Error('away')) : Promise.resolve([undone({ detail: 'Later.' })]),
        wait: () => Promise.resolve(),
      },
    });
    await marks.takeSet(setIs('done'), true);
    expect(tries).toBe(3);
    expect(store.cells.note(cell)?.words).toContain('Later.');
  });
});

it.each(['event', 'status'])(
  "marks the person's own change that had no proof and was refused in the end, as an %s tells",
  async (by) => {
    const { store, posts, looks, said, sets, undone: asked } = answeringStore();
    const done = store.edits.switch(cell, false);
    posts[0]?.answer({ outcome: 'unknown', changeId: 's', detail: 'Not proven.' });
    await done;
    sets.set('s', setIs('done', { id: 's', kind: 'switch' }));
    if (by === 'event') store.takeCells([told({ accessible: false, applied: false })], 9);
    else store.show({ matrix: matrixOf(), status: status({ ledgerSeq: 99 }) }, store.ask());
    await settled();
    asked[0]?.answer([undone({ state: 'rejected', detail: 'The service did not keep the change.' })]);
    await settled();
    expect(looks.at(-1)).toMatch(/^refused (denied|undefined)$/);
    expect(store.cells.marked).toBe(1);
    const words = 'The service did not keep the change. Nothing was changed.';
    expect(store.cells.note(cell)?.words).toBe(words);
    expect(said.at(-1)).toMatchObject({
      kind: 'problem',
      title: 'Customer 40000 was not changed in entity 100',
      detail: words,
    });
  },
);

it.each([
  ['itself', { applied: 1 }, 'Confirmed: Entity 100 can now use Customer 40000.'],
  ['somebody else', { already: 1 }, 'Entity 100 can now use Customer 40000: somebody else made the same change.'],
])('says of a change that had no proof that it was made by %s', async (_, counts, title) => {
  const { store, posts, said, sets, undone: asked } = answeringStore();
  const done = store.edits.switch(cell, false);
  posts[0]?.answer({ outcome: 'unknown', changeId: 's', detail: 'Not proven.' });
  await done;
  const ended = setIs('done', { id: 's', kind: 'switch' });
  sets.set('s', { ...ended, counts: { ...ended.counts, applied: 0, already: 0, ...counts } });
  store.takeCells([told({ accessible: true, applied: false })], 9);
  await settled();
  asked[0]?.answer([]);
  await settled();
  expect(said.at(-1)).toMatchObject({ kind: 'quiet', title });
}); // prettier-ignore
