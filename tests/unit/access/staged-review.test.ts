import { afterEach, describe, expect, it } from 'vitest';
import { discard, stagedCountInWords } from '@/components/access/edit/staged-review';
import { toastStore } from '@/components/ui/feedback/toast-store';
import { answeringStore, cell, matrixOf, settled, status } from '@/tests/support/browser/answering-store';

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
  const takeBack = () => toastStore.read().at(-1)?.action?.onPress();
  return { ...made, staged, takeBack };
}

afterEach(() => toastStore.dismissAll());

describe('what was discarded', () => {
  it('is given back, once', () => {
    const { staged, takeBack } = discarded();
    expect([staged.size, toastStore.read().map(({ title }) => title)]).toEqual([
      0,
      ['2 assignments discarded'],
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
