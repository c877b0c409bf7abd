import { afterEach, describe, expect, it } from 'vitest';
import { clearFailures, showFailureToasts } from '@/components/access/edit/failure-toasts';
import { notify, toastStore } from '@/components/ui/feedback/toast-store';
import { ApiError } from '@/lib/client/api';
import { answeringStore, cell, setIs, settled } from '@/tests/support/browser/answering-store';

const refusal = new ApiError({
  title: 'No',
  status: 422,
  code: 'rejected',
  detail: 'It is locked.',
  requestId: 'r',
});

const titles = (): string[] => toastStore.read().map(({ title }) => title);

/** What is said where the page shows why beside the cell, and whether it does. */
let said: string[] = [];
let isShown = false;
const sayBeside = (_: unknown, title: string, why: string): boolean => {
  if (isShown) said.push(`${title}. ${why}`);
  return isShown;
};

afterEach(() => {
  toastStore.dismissAll();
  said = [];
  isShown = false;
});

describe('messages about changes that were not made', () => {
  it('come though the page that made the change listens no more, and once however often it was opened', async () => {
    const { store, posts } = answeringStore();
    const leaves = [1, 2].map(() => showFailureToasts(store, sayBeside));
    const leave = store.subscribe(() => undefined);
    const done = store.edits.switch(cell, false);
    for (const end of [leave, ...leaves]) end();
    posts[0]?.fail(refusal);
    await done;
    expect(titles()).toEqual(['Customer 40000 was not changed in entity 100']); // these stay, so a second one would too
  });

  it('are said without being shown where the page shows the words beside the cell', async () => {
    const { store, posts } = answeringStore();
    showFailureToasts(store, sayBeside);
    isShown = true;
    const done = store.edits.switch(cell, false);
    posts[0]?.fail(refusal);
    await done;
    await expect
      .poll(() => said)
      .toEqual([
        'Customer 40000 was not changed in entity 100. The service refused: It is locked. Nothing was changed.',
      ]);
    expect(titles()).toEqual([]);
  });

  it('are shown after all where somebody else’s change takes the mark’s place meanwhile', async () => {
    const { store, posts } = answeringStore();
    showFailureToasts(store, sayBeside);
    const done = store.edits.switch(cell, false);
    posts[0]?.fail(refusal);
    await done;
    store.cells.setNote(cell, { phase: 'unconfirmed', words: 'Tom changed this; it is not known yet.' });
    await expect.poll(titles).toEqual(['Customer 40000 was not changed in entity 100']);
  });

  it('go when the same switch is changed after all, and not when another one is', async () => {
    const { store, posts } = answeringStore();
    showFailureToasts(store, sayBeside);
    const switched = async (at: typeof cell, answer: 'fail' | 'applied') => {
      const done = store.edits.switch(at, false);
      if (answer === 'fail') posts.at(-1)?.fail(refusal);
      else posts.at(-1)?.answer({ outcome: 'applied', changeId: '1' });
      await done;
    };
    await switched(cell, 'fail');
    await expect.poll(titles).toHaveLength(1);
    await switched({ ...cell, entityId: '200' }, 'applied');
    expect(titles()).toHaveLength(1);
    await switched(cell, 'applied');
    expect(titles()).toEqual([]);
  });

  it('leave by themselves only where a mark on the screen goes on telling it', async () => {
    const { store, posts } = answeringStore();
    const leave = showFailureToasts(store, sayBeside);
    const refused = async () => {
      const done = store.edits.switch(cell, false);
      posts.at(-1)?.fail(refusal);
      await done;
    };
    const staying = () => toastStore.read().map(({ stays }) => stays);
    await refused();
    await expect.poll(staying).toEqual([false]);
    leave();
    expect(titles()).toEqual([]);
    await refused();
    expect(staying()).toEqual([true]);
  });

  it('go with the marks when these are cleared, and no other message does', async () => {
    const { store, posts } = answeringStore();
    showFailureToasts(store, sayBeside);
    const done = store.edits.switch(cell, false);
    posts[0]?.fail(refusal);
    await done;
    await expect.poll(titles).toHaveLength(1);
    notify.problem('It is not known whether the change set was made');
    clearFailures(store);
    expect(titles()).toEqual(['It is not known whether the change set was made']);
    expect(store.cells.marked).toBe(0);
  });

  it('leave a change set to the message that says how it ended', async () => {
    const { store, sets, undone } = answeringStore();
    showFailureToasts(store, sayBeside);
    sets.set('set', setIs('done'));
    await store.apply([{ cell, wanted: true }], () => Promise.resolve('set'));
    await settled();
    undone[0]?.answer([]);
    await settled();
    expect(titles()).toEqual([]);
  });
});
