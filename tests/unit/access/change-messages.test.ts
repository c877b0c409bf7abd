import { afterEach, describe, expect, it } from 'vitest';
import {
  announceUntilDone,
  clearFailures,
  showChangeMessages,
} from '@/components/access/edit/change-messages';
import { notify, toastStore } from '@/components/ui/feedback/toast-store';
import { ApiError } from '@/lib/client/api';
import type { Labels } from '@/lib/contract/access/labels';
import { keyNames } from '@/lib/domain/access/names/key-names';
import {
  answeringStore,
  cell,
  matrixOf,
  setIs,
  settled,
  status,
} from '@/tests/support/browser/answering-store';

const refusal = new ApiError({
  title: 'No',
  status: 422,
  code: 'rejected',
  detail: 'It is locked.',
  requestId: 'r',
});

const titles = (): string[] => toastStore.read().map(({ title }) => title);

afterEach(() => toastStore.dismissAll());

describe('messages about changes that were not made', () => {
  it('come though the page that made the change listens no more, and once however often it was opened', async () => {
    const { store, posts } = answeringStore();
    const leaves = [1, 2].map(() => showChangeMessages(store));
    const leave = store.subscribe(() => undefined);
    const done = store.edits.switch(cell, false);
    for (const end of [leave, ...leaves]) end();
    posts[0]?.fail(refusal);
    await done;
    expect(titles()).toEqual(['Customer 40000 was not changed in entity 100']); // these stay, so a second one would too
  });

  it('stay though somebody else’s change takes the mark’s place', async () => {
    const { store, posts } = answeringStore();
    showChangeMessages(store);
    const done = store.edits.switch(cell, false);
    posts[0]?.fail(refusal);
    await done;
    store.cells.setNote(cell, { phase: 'unconfirmed', words: 'Tom changed this; it is not known yet.' });
    expect(titles()).toEqual(['Customer 40000 was not changed in entity 100']);
  });

  it('go when the same switch is changed after all, and not when another one is', async () => {
    const { store, posts } = answeringStore();
    showChangeMessages(store)(); // the person looks at another page: what was made is shown too
    const switched = async (at: typeof cell, answer: 'fail' | 'applied') => {
      const done = store.edits.switch(at, false);
      if (answer === 'fail') posts.at(-1)?.fail(refusal);
      else posts.at(-1)?.answer({ outcome: 'applied', changeId: '1' });
      await done;
    };
    await switched(cell, 'fail');
    expect(titles()).toEqual(['Customer 40000 was not changed in entity 100']);
    await switched({ ...cell, entityId: '200' }, 'applied');
    expect(titles()).toEqual([
      'Customer 40000 was not changed in entity 100',
      'Entity 200 can now use Customer 40000.',
    ]);
    await switched(cell, 'applied');
    expect(titles()).toEqual(['Entity 100 can now use Customer 40000.']);
  });

  it('leave by themselves only where a mark on the screen goes on telling it', async () => {
    const { store, posts } = answeringStore();
    const leave = showChangeMessages(store);
    const refused = async () => {
      const done = store.edits.switch(cell, false);
      posts.at(-1)?.fail(refusal);
      await done;
    };
    const staying = () => toastStore.read().map(({ stays }) => stays);
    await refused();
    expect(staying()).toEqual([false]);
    leave();
    expect(staying()).toEqual([false]); // it was not read yet
    await refused();
    expect(staying()).toEqual([true]);
  });

  it('go with the marks when these are cleared, and no other message does', async () => {
    const { store, posts } = answeringStore();
    showChangeMessages(store);
    const done = store.edits.switch(cell, false);
    posts[0]?.fail(refusal);
    await done;
    expect(titles()).toHaveLength(1);
    notify.problem('It is not known whether the change set was made');
    clearFailures(store);
    expect(titles()).toEqual(['It is not known whether the change set was made']);
    expect(store.cells.marked).toBe(0);
  });

  it('are none for a refused assignment of a change set, whose own message says how it ended', async () => {
    const { store, undone } = answeringStore();
    showChangeMessages(store);
    await store.apply([{ cell, wanted: true }], () => Promise.resolve('set'));
    store.takeSet(setIs('done'), true);
    await settled();
    undone[0]?.answer([]);
    await settled();
    expect(titles()).toEqual([]);
  });

  it('say what is taken back only until it is, or was refused', async () => {
    const { store, posts } = answeringStore();
    showChangeMessages(store)(); // what was made is said too
    const undo = () => {
      announceUntilDone(store, cell, 'Taking back: giving Customer 40000, entity 100.');
      return store.edits.switch(cell, true, 'one');
    };
    const undone = undo();
    expect(titles()).toEqual(['Taking back: giving Customer 40000, entity 100.']);
    posts[0]?.answer({ outcome: 'applied', changeId: '1' });
    await undone;
    expect(titles()).toEqual(['Entity 100 can no longer use Customer 40000.']);
    const refused = undo();
    posts[1]?.fail(refusal);
    await refused;
    expect(titles()).toEqual(['Customer 40000 was not changed in entity 100']);
  });

  it('names record and entity, and sends a refused change again, but not where that cannot help', async () => {
    const { store, posts } = answeringStore();
    store.show({ matrix: matrixOf(), status: status() }, store.ask());
    const labels: Labels = {
      records: [['Customer', '40000', 'Adatum']],
      entities: [['100', 'Cronus UK', null]],
    };
    store.takeNames(keyNames(labels));
    showChangeMessages(store)();
    const end = async (sent: number, error: ApiError | null) => {
      if (error === null) posts[sent]?.answer({ outcome: 'applied', changeId: '1' });
      else posts[sent]?.fail(error);
      await settled();
    };
    const again = () => {
      const [{ action } = { action: undefined }] = toastStore.read();
      if (action && 'onPress' in action) action.onPress();
      return action?.label;
    };
    void store.edits.switch(cell, false, 'undone');
    await end(0, refusal);
    expect(titles()).toEqual(['Customer Adatum · 40000 was not changed in entity Cronus UK · 100']);
    expect(again()).toBe('Try again');
    expect(posts[1]?.change).toMatchObject({ ...cell, accessible: true, expected: false, undoOf: 'undone' });
    await end(1, null);
    expect(titles()).toEqual(['Entity Cronus UK · 100 can now use Customer Adatum · 40000.']);
    void store.edits.switch(cell, true);
    await end(2, new ApiError({ ...refusal.problem, code: 'forbidden' }));
    expect(again()).toBeUndefined();
  });
});
