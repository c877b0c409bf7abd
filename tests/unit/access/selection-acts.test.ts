import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { discard, nothingToDo, stagedCountInWords } from '@/components/access/edit/selection-acts';
import { LastStep } from '@/components/access/edit/last-step';
import { takeBack } from '@/components/access/edit/take-back';
import { changeSetQuery } from '@/lib/client/changes/changes';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import type { UndoStep } from '@/lib/client/matrix/undo-steps';
import { stageAct, stageForReview } from '@/lib/client/matrix/proposed-changes';
import { toastStore } from '@/components/ui/feedback/toast-store';
import { answeringStore, cell, matrixOf, settled, status } from '@/tests/support/browser/answering-store';
import { addressed } from '@/tests/support/addressed';

const other = { ...cell, entityId: '110' };

/** A store with two changes staged and discarded, and what the message about it offers. */
function discarded() {
  const made = answeringStore();
  const { store } = made;
  store.show({ matrix: matrixOf(), status: status() }, store.ask());
  const { staged } = store;
  staged.stage([
    { cell, wanted: true, now: false },
    { cell: other, wanted: true, now: false },
  ]);
  discard(store);
  const takeBack = () => {
    const action = toastStore.read().at(-1)?.action;
    if (action && 'onPress' in action) action.onPress();
  };
  return { ...made, staged, takeBack };
}

afterEach(() => toastStore.dismissAll());

describe('what was discarded', () => {
  it('is given back, once', () => {
    const { staged, takeBack } = discarded();
    expect([staged.size, toastStore.read().map(({ title }) => title)]).toEqual([
      0,
      ['2 staged changes discarded'],
    ]);
    takeBack();
    expect(staged.all().map((change) => [change.cell.entityId, change.wanted])).toEqual([
      ['100', true],
      ['110', true],
    ]);
  });

  it('is offered no longer once something else is staged', () => {
    const { staged } = discarded();
    staged.stage([{ cell: { ...cell, recordId: '50000' }, wanted: true, now: false }]);
    expect(toastStore.read()).toEqual([]);
    expect(staged.size).toBe(1);
  });

  it('is not staged again where the person has made the change meanwhile', async () => {
    const { store, staged, posts, takeBack } = discarded();
    const done = store.edits.switch(cell, false);
    posts[0]?.answer({ outcome: 'applied', changeId: '1' });
    await done;
    await settled();
    takeBack();
    expect(staged.all().map((change) => change.cell.entityId)).toEqual(['110']);
  });
});

it('does not count what is staged where nothing is', () => {
  expect([0, 1, 2].map(stagedCountInWords)).toEqual([
    'Nothing is staged any more.',
    '1 assignment staged.',
    '2 assignments staged.',
  ]);
});

/** A store that shows a matrix in which nobody has access. */
function shown() {
  const made = answeringStore();
  made.store.show({ matrix: matrixOf(), status: status() }, made.store.ask());
  return made;
}

describe('what is taken back', () => {
  it('is what came last, staged or switched', async () => {
    const { store, posts } = shown();
    const said: string[] = [];
    const back = () =>
      takeBack({
        store,
        isStaging: false,
        announce: (words) => said.push(words),
        onSwitch: ({ entityId }) => said.push(`switched back ${entityId}`),
      });
    const done = store.edits.switch(cell, false);
    posts[0]?.answer({ outcome: 'applied', changeId: '1' });
    await done;
    store.staged.stage([{ cell: other, wanted: true, now: false }]);
    back();
    back();
    expect(said).toEqual([
      'Taken back: Customer 40000, entity 110. Nothing is staged any more.',
      'switched back 100',
    ]);
    expect(store.staged.size).toBe(0);
  });

  it('is named with its key only where the key takes it back', async () => {
    const { store, posts } = shown();
    const said: string[] = [];
    const done = store.edits.switch(cell, true);
    posts[0]?.answer({ outcome: 'applied', changeId: '1' });
    await done;
    const step = store.undo.last ?? expect.fail();
    const client = new QueryClient();
    const { queryKey } = changeSetQuery('some', true);
    // All of it that the button asks for.
    const stands = (state: ChangeSet['state'], undone = 0) => {
      const known = { id: 'some', state, counts: { applied: 2 }, undone, undoState: null, undoneBy: null };
      client.setQueryData(queryKey, known as unknown as ChangeSet);
    };
    const draw = (isStaging: boolean, shown: UndoStep) => {
      const props = { store, step: shown, isStaging, runningChangeSet: 'It runs', onUndo: () => undefined };
      return renderToStaticMarkup(
        addressed(createElement(QueryClientProvider, { client }, createElement(LastStep, props))),
      );
    };
    const keys = (isStaging: boolean, shown = step) => {
      const drawn = draw(isStaging, shown);
      return [drawn.includes('<kbd'), drawn.includes('aria-keyshortcuts')];
    };
    expect([keys(false), keys(true)]).toEqual([
      [true, true],
      [false, false],
    ]);
    store.staged.stage([{ cell: other, wanted: true, now: false }]);
    expect(keys(false)).toEqual([false, false]); // what was staged comes first
    store.staged.takeBack();
    expect(keys(false)).toEqual([true, true]);
    const refused = store.edits.switch(other, false);
    expect(keys(false)).toEqual([true, true]); // as it was while the press is on its way
    posts[1]?.answer({ outcome: 'already', changeId: '2' });
    await refused;
    expect(keys(false)).toEqual([false, false]);
    takeBack({ store, isStaging: false, announce: (words) => said.push(words), onSwitch: () => undefined });
    expect(said).toEqual([expect.stringMatching(/^What you did last was not made.*by its button\.$/)]);
    store.undo.begin()({ kind: 'set', changeSetId: 'some', cells: 3 });
    const set = store.undo.last ?? expect.fail();
    expect(draw(true, set)).toBe('Applying 3 changes…');
    stands('running');
    expect(draw(true, set)).toBe('It runs');
    stands('done');
    expect(keys(true, set)).toEqual([true, true]); // a set is undone while staging too
    expect(draw(true, set)).toContain('Undo change set of 2 assignments…'); // of three one was refused
    stands('done', 2);
    expect(draw(true, set)).toBe('');
  });
});

describe('several changes', () => {
  it('are staged and reviewed with what was staged before', () => {
    const { store } = shown();
    store.staged.stage([{ cell, wanted: true, now: false }]);
    const proposal = { changes: [{ cell: other, wanted: true }], already: 3, absent: 1, isCut: false };
    expect(stageForReview(store, proposal)).toEqual({
      changes: [
        { cell, wanted: true },
        { cell: other, wanted: true },
      ],
      already: 3,
      absent: 1,
      isCut: false,
    });
    expect(store.staged.size).toBe(2);
  });

  it('keep nothing of an act that was left out in its review, and all that was staged before', () => {
    const { store } = shown();
    store.staged.stage([{ cell, wanted: true, now: false }]);
    const proposal = { changes: [{ cell: other, wanted: true }], already: 0, absent: 0, isCut: false };
    expect(stageAct(store, proposal)).toBe(true);
    store.staged.endReview();
    expect(store.staged.all()).toEqual([{ cell, wanted: true }]);
    stageAct(store, proposal);
    store.staged.beginReview([]); // it is reviewed as what was staged before
    store.staged.endReview();
    expect(store.staged.size).toBe(2);
  });

  it('are as they were before an act that is taken back in its review', () => {
    const { store } = shown();
    store.staged.stage([{ cell, wanted: true, now: false }]);
    const proposal = { changes: [{ cell: other, wanted: true }], already: 0, absent: 0, isCut: false };
    stageAct(store, proposal);
    store.staged.dropReview();
    expect(store.staged.all()).toEqual([{ cell, wanted: true }]);
    store.staged.dropReview();
    store.staged.beginReview([]); // only what was staged before
    store.staged.dropReview();
    expect(store.staged.size).toBe(1);
  });

  it('say why there are none', () => {
    const none = { changes: [], already: 2, absent: 0, isCut: false };
    expect(nothingToDo(none, 0)).toBe('Everything already matches; there is nothing to change.');
    expect(nothingToDo(none, 2)).toBe('Everything already matches or is staged; there is nothing to change.');
    expect(nothingToDo({ ...none, already: 0, absent: 2 }, 0)).toMatch(/^It is not set up/);
  });
});
