import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  actOnMany,
  discard,
  nothingToDo,
  nothingToDoForOne,
  stagedCountInWords,
} from '@/components/access/edit/selection-acts';
import { LastStep } from '@/components/access/edit/last-step';
import { takeBack, undoChange } from '@/components/access/edit/take-back';
import { changeSetQuery } from '@/lib/client/changes/changes';
import { someSet } from '@/tests/support/changes/some-set';
import type { ChangeSet } from '@/lib/contract/changes/changes';
import { stageAct, stageForReview } from '@/lib/client/matrix/proposed-changes';
import type { Proposal } from '@/lib/domain/access/change/change-proposal';
import { entityOrder, recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import { visibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { noNames } from '@/lib/domain/access/names/matrix-names';
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

afterEach(() => {
  toastStore.dismissAll();
  vi.unstubAllGlobals();
});

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
  /** A store with a switch that was made, and an undo by the key, for which the console's last change is `mine`. */
  async function switched(mine: () => ChangeSet[] = () => [change('one')]) {
    const made = shown();
    const { store, posts } = made;
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ value: mine(), next: null })));
    const done = store.edits.switch(cell, false);
    posts[0]?.answer({ outcome: 'applied', changeId: 'one' });
    await done;
    const said: string[] = [];
    onTestFinished(
      toastStore.subscribe(() => {
        const last = toastStore.read().at(-1);
        if (last?.tone === 'info') said.push(last.title);
      }),
    );
    const parts = {
      connection: 'main',
      store,
      isStaging: false,
      isInView: () => true,
      isShown: () => true,
      onSwitch: ({ entityId }: typeof cell) => said.push(`shown ${entityId}`),
    };
    const press = (more: Partial<typeof parts> = {}) => takeBack({ ...parts, ...more });
    return { ...made, said, parts, press };
  }

  /** A switch as the console lists it. */
  function change(id: string, more: Partial<ChangeSet> = {}): ChangeSet {
    const counts = { ...someSet().counts, total: 1, pending: 0, applied: 1 };
    return someSet({ id, kind: 'switch', state: 'done', counts, ...more });
  }

  it('is a staged step first, then the last change of this tab, each by its name', async () => {
    const { store, posts, said, press } = await switched();
    store.staged.stage([{ cell: other, wanted: true, now: false }]);
    await press();
    expect(posts).toHaveLength(1);
    await press();
    expect(said).toEqual([
      'Taken back: Customer 40000, entity 110. Nothing is staged any more.',
      'Taking back: giving Customer 40000, entity 100.',
      'shown 100',
    ]);
    expect(posts[1]?.change).toMatchObject({ ...cell, accessible: false, undoOf: 'one' });
    expect(store.own.question).toBeNull();
  });

  it('is no step of staging from before the last switch', async () => {
    const { store, posts, press } = await switched();
    store.staged.stage([{ cell: other, wanted: true, now: false }]);
    store.staged.stage([{ cell: other, wanted: false, now: false }]); // by a second press
    const done = store.edits.switch(other, false);
    posts[1]?.answer({ outcome: 'applied', changeId: 'two' });
    await done;
    await press();
    expect(store.staged.size).toBe(0);
  });

  it.each([
    ['was made in another tab', [change('theirs'), change('one')], {}, 'theirs'],
    ['is out of view', [change('one')], { isInView: () => false }, 'one'],
    ['would be sent while presses are staged', [change('one')], { isStaging: true }, 'one'],
    ['is still open', [change('open', { state: 'running' }), change('one')], {}, 'open'],
  ])('is asked about where it %s', async (_, mine, more, asked) => {
    const { store, posts, press } = await switched(() => mine);
    await press(more);
    expect(store.own.question).toEqual({ changeSetId: asked, kind: 'undo', isOlder: false });
    expect(posts).toHaveLength(1);
  });

  it('is asked about where the newest press was not made, for the key may be meant for that', async () => {
    const { store, posts, press } = await switched();
    const refused = store.edits.switch(other, false);
    posts[1]?.answer({ outcome: 'already', changeId: 'two' });
    await refused;
    await press();
    expect(store.own.question).toEqual({ changeSetId: 'one', kind: 'undo', isOlder: true });
    expect(posts).toHaveLength(2);
  });

  it.each([false, true])('is asked about where another tab undid the newest (told: %s)', async (isTold) => {
    const { store, posts, press } = await switched();
    const done = store.edits.switch(other, false);
    posts[1]?.answer({ outcome: 'applied', changeId: 'two' });
    await done;
    if (isTold) store.takeSet(change('elsewhere', { undoOf: 'two' }), true);
    await press();
    expect(store.own.question).toEqual({ changeSetId: 'one', kind: 'undo', isOlder: true });
    expect(posts).toHaveLength(2);
  });

  it('does not say that it waits for a change without an answer, and asks', async () => {
    const { store, posts, said, press } = await switched();
    void store.edits.switch(other, false);
    posts[1]?.fail(new TypeError('Failed to fetch'));
    await settled();
    await press();
    expect([said, store.own.question?.changeSetId]).toEqual([[], 'one']);
  });

  it('waits for the change that is under way, and is that one', async () => {
    let mine = [change('one')];
    const { store, posts, said, press } = await switched(() => mine);
    const done = store.edits.switch(other, false);
    const undone = press();
    await press(); // a second press adds nothing
    expect(said).toEqual([
      'The undo waits for the change before it.',
      'The undo before is still on its way.',
    ]);
    mine = [change('two'), ...mine];
    posts[1]?.answer({ outcome: 'applied', changeId: 'two' });
    await done;
    await undone;
    expect(posts).toHaveLength(3);
    expect(posts[2]?.change).toMatchObject({ ...other, accessible: false, undoOf: 'two' });
  });

  it('is nothing where nothing stands, the console cannot say, or the matrix has left the screen', async () => {
    const { store, posts, said, press } = await switched(() => [change('one', { undone: 1 })]);
    await press();
    expect(said).toEqual(['There is nothing to undo: none of your latest changes still stands.']);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await press();
    expect(toastStore.read().map(({ title }) => title)).toContain('Your last change was not found');
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ value: [change('one')], next: null })));
    await press({ isShown: () => false });
    expect([posts.length, store.own.question]).toEqual([1, null]);
    expect(said.at(-1)).toBe('Nothing was undone: the matrix is not on the screen any more.');
  });

  it('of a set is asked about, also by its button', async () => {
    const { store, parts } = await switched();
    undoChange(parts, { kind: 'set', changeSetId: 'some', cells: 3 });
    expect(store.own.question).toEqual({ changeSetId: 'some', kind: 'undo', isOlder: false });
  });

  it('has a button in a tab without a change of its own, as after a reload', () => {
    const { store } = shown();
    const [onUndo, onTakeBack] = [() => undefined, () => undefined];
    const props = { store, isStaging: false, runningChangeSet: null, onUndo, onTakeBack };
    const draw = () => renderToStaticMarkup(createElement(LastStep, props));
    expect(draw()).toContain('aria-label="Undo last change…"');
    store.staged.stage([{ cell, wanted: true, now: false }]);
    expect(draw()).toContain('aria-label="Undo last staged step"'); // as the key
  });

  it('is named with its key only where the key takes it back', async () => {
    const { store } = await switched();
    const client = new QueryClient();
    const { queryKey } = changeSetQuery('some', true);
    // All of it that the button asks for.
    const stands = (state: ChangeSet['state'], undone = 0) => {
      const known = { id: 'some', state, counts: { applied: 2 }, undone, undoState: null, undoneBy: null };
      client.setQueryData(queryKey, known as unknown as ChangeSet);
    };
    const draw = (isStaging = false) => {
      const [onUndo, onTakeBack] = [() => undefined, () => undefined];
      const props = { store, isStaging, runningChangeSet: 'It runs', onUndo, onTakeBack };
      return renderToStaticMarkup(
        addressed(createElement(QueryClientProvider, { client }, createElement(LastStep, props))),
      );
    };
    const keys = () => {
      const drawn = draw();
      return [drawn.includes('<kbd'), drawn.includes('aria-keyshortcuts')];
    };
    expect(keys()).toEqual([true, true]);
    store.staged.stage([{ cell: other, wanted: true, now: false }]);
    expect(keys()).toEqual([false, false]); // what was staged comes first
    store.staged.takeBack();
    expect(keys()).toEqual([true, true]);
    expect(draw(true)).toContain('Undo last change…'); // nothing is sent without a question while presses are staged
    store.own.begin()({ kind: 'set', changeSetId: 'some', cells: 3 });
    expect(draw()).toBe('Applying 3 changes…');
    stands('running');
    expect(draw()).toBe('It runs');
    stands('done');
    expect(draw()).toContain('Undo change set of 2 assignments…'); // of three one was refused
    stands('done', 2);
    expect(draw()).toContain('Undo last change…');
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

  it('are reviewed again by the same act once their review was left', () => {
    const { store } = shown();
    const matrix = matrixOf();
    store.show({ matrix, status: status() }, store.ask());
    const orders = { records: recordOrder(matrix), entities: entityOrder(matrix, noNames) };
    const wish = { recordTypes: [], text: '', entity: '', rows: null, isUsedOnly: false, isReversed: false };
    const all = visibleMatrix(matrix, orders, { ...wish, sort: { by: 'id' } });
    const strips = [{ top: 0, bottom: 0, runs: [{ left: 0, right: 1 }] }];
    const reviewed: Proposal[] = [];
    const act = (isStaging: boolean) =>
      actOnMany('give', {
        ...{ store, matrix, shown: all, strips, isStaging },
        onReview: (found) => reviewed.push(stageForReview(store, found)),
      });
    act(false);
    act(true); // what is staged makes presses stage
    expect(reviewed.map(({ changes, already }) => [changes.length, already])).toEqual([
      [2, 0],
      [2, 0],
    ]);
  });

  it('say why there are none', () => {
    const none = { already: 2, absent: 0, folded: 0 };
    expect(nothingToDo('give', none)).toBe('Everything already has access; there is nothing to change.');
    expect(nothingToDo('remove', { ...none, absent: 1 })).toBe(
      'All that is set up already has no access; there is nothing to change.',
    );
    expect(nothingToDo('give', { ...none, already: 0, absent: 2 })).toMatch(/^It is not set up/);
    // Three entities of a folded group may still have access.
    expect(nothingToDo('give', { ...none, folded: 3 })).toBe(
      'All that is unfolded already has access; there is nothing to change. 3 entities of folded groups are left out.',
    );
    expect(nothingToDo('give', { ...none, already: 0, folded: 3 })).toBe(
      'Unfold the group to change it (Enter).',
    );
  });

  it('of one assignment say so too, and do not call what is staged done', () => {
    expect(nothingToDoForOne('give', 'granted', undefined)).toBe('It already has access.');
    expect(nothingToDoForOne('remove', 'denied', undefined)).toBe('It already has no access.');
    expect(nothingToDoForOne('give', 'denied', true)).toBe('It is already staged.');
    const acts = [
      nothingToDoForOne('give', 'denied', undefined),
      nothingToDoForOne('give', 'granted', false), // takes it back
      nothingToDoForOne('invert', 'granted', undefined),
      nothingToDoForOne('remove', 'none', undefined), // the press says why not
    ];
    expect(acts).toEqual([null, null, null, null]);
  });
});
