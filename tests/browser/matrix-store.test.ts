import { expect, it, onTestFinished } from 'vitest';
import { showChangeMessages } from '@/components/access/edit/change-messages';
import { undoChange } from '@/components/access/edit/take-back';
import { createAccessModel } from '@/components/access/matrix/access-model';
import { GridEngine } from '@/components/grid/grid-engine';
import { toastStore } from '@/components/ui/feedback/toast-store';
import { ApiError } from '@/lib/client/api';
import { SummedCounts } from '@/lib/domain/access/column-counts';
import { bandsOf, MatrixRows } from '@/lib/domain/access/filter/bands';
import { MatrixColumns } from '@/lib/domain/access/filter/matrix-columns';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { keyNames } from '@/lib/domain/access/names/key-names';
import { noNames } from '@/lib/domain/access/names/matrix-names';
import { answeringStore, cell, settled, status, told } from '@/tests/support/browser/answering-store';

/** A thousand customers and their store in a grid of switches, as the access page puts them together. */
function someMatrix() {
  const parts = answeringStore();
  const { store } = parts;
  const matrix = new GrowingMatrix();
  for (let record = 40_000; record < 41_000; record++)
    for (const entity of ['100', '110']) matrix.add('Customer', String(record), entity, false);
  store.show({ matrix, status: status({ records: 1_000 }) }, store.ask());
  const root = document.createElement('div');
  root.style.cssText = 'width: 800px; height: 400px; overflow: auto';
  document.body.append(root);
  const bands = bandsOf(
    matrix,
    Uint32Array.from({ length: 1_000 }, (_, record) => record),
  );
  const rows = new MatrixRows(matrix, bands, () => true);
  const entities = Uint32Array.of(0, 1);
  const counts = new SummedCounts(bands.map((band) => band.counts));
  const modelOf = (isStaging = false) =>
    createAccessModel({
      ...{ matrix, rows, counts },
      ...{ entities, columns: new MatrixColumns(matrix, entities, () => '') },
      sort: { by: 'id' },
      names: noNames,
      ...{
        isReversed: false,
        isComplete: true,
        isReadOnly: false,
        isNarrow: false,
        rowHeight: 40,
      },
      ...{ store, isStaging },
      connection: undefined,
      askDetails: () => undefined,
      onBand: () => undefined,
      onGroup: () => undefined,
    });
  const model = modelOf();
  const engine = new GridEngine(root, model);
  const stop = store.subscribe((cells) => {
    counts.update(cells);
    engine.repaintCells(cells.map((one) => model.placeOf(one)));
  });
  onTestFinished(() => {
    stop();
    engine.destroy();
    root.remove();
  });
  const control = () => root.querySelector<HTMLElement>('[aria-label^="Customer 40000, entity 100,"]');
  return { ...parts, root, engine, modelOf, control };
}

it('models of one list name their rows by one function, so that the grid compares no names', () => {
  const { modelOf } = someMatrix();
  expect(modelOf(true).rowKey).toBe(modelOf(false).rowKey);
  expect(someMatrix().modelOf().rowKey).not.toBe(modelOf().rowKey);
});

it('carries a press down to the console and its answer up to the switch', async () => {
  const { posts, control, root } = someMatrix();
  control()?.click();
  expect(control()?.getAttribute('aria-checked')).toBe('true'); // before anything has answered
  expect(control()?.parentElement?.dataset.mark).toBe('pending');
  posts[0]?.answer({ outcome: 'applied', changeId: 's', seq: 5 });
  await settled();
  expect(control()?.parentElement?.dataset.mark).toBe('just-proven');
  expect(control()?.getAttribute('aria-label')).toBe('Customer 40000, entity 100, has access');
  expect(root.querySelector('[role="columnheader"] small')?.textContent).toBe('<1%');
});

it('calls a switch that nobody knows the value of what it is, not by a value', () => {
  const { store, control } = someMatrix();
  store.takeCells([told({ unconfirmed: true, applied: false })], 9);
  expect(control()?.getAttribute('aria-label')).toBe('Customer 40000, entity 100, access unconfirmed');
  expect(control()?.getAttribute('aria-description')).toContain('Dana changed this');
  store.takeCells([told()], 10);
  expect(control()?.getAttribute('aria-label')).toBe('Customer 40000, entity 100, has access');
  expect(control()?.getAttribute('aria-description')).toContain('read back');
});

it('says once that a change is unconfirmed, until that message is closed', async () => {
  const { store, posts } = someMatrix();
  onTestFinished(showChangeMessages(store));
  onTestFinished(() => toastStore.dismissAll());
  const tones = () => toastStore.read().map(({ tone }) => tone);
  const done = store.edits.switch(cell, false);
  posts[0]?.answer({ outcome: 'unknown', changeId: '1', detail: 'Not proven.' });
  await done;
  await store.edits.switch(cell, true);
  expect(tones()).toEqual(['problem']);
  toastStore.dismissAll();
  await store.edits.switch(cell, true);
  expect(tones()).toEqual(['info']);
});

it('does not say that a change is taken back while a newer one of the cell is unconfirmed', async () => {
  const { store, posts } = someMatrix();
  onTestFinished(showChangeMessages(store));
  onTestFinished(() => toastStore.dismissAll());
  void store.edits.switch(cell, false);
  posts[0]?.answer({ outcome: 'applied', changeId: '1' });
  await settled();
  void store.edits.switch(cell, true);
  posts[1]?.answer({ outcome: 'unknown', changeId: '2', detail: 'Not proven.' });
  await settled();
  if (store.own.last) undoChange({ store, onSwitch: () => undefined }, store.own.last); // as its button does
  expect(posts).toHaveLength(2);
  expect(toastStore.read().map(({ title }) => title)).toEqual(['Customer 40000, entity 100: unconfirmed']);
});

it('does not call a change that is under way made, where a refused one is to be sent again', async () => {
  const { store, posts, said } = someMatrix();
  onTestFinished(showChangeMessages(store));
  onTestFinished(() => toastStore.dismissAll());
  const problem = {
    title: 'No',
    status: 422,
    code: 'rejected',
    detail: 'It is locked.',
    requestId: 'r',
  } as const;
  void store.edits.switch(cell, false);
  posts[0]?.fail(new ApiError(problem));
  await settled();
  void store.edits.switch(cell, false); // by its switch
  const [{ action } = { action: undefined }] = toastStore.read();
  if (action && 'onPress' in action) action.onPress();
  expect(said.at(-1)?.title).toMatch(/the change before is still on its way\.$/);
  expect(posts).toHaveLength(2);
});

it('names an assignment that is not set up as its messages do', () => {
  const { store, modelOf } = someMatrix();
  onTestFinished(() => toastStore.dismissAll());
  store.takeNames(
    keyNames({ records: [['Customer', '40000', 'Adatum']], entities: [['100', 'Cronus UK', null]] }),
  );
  store.takeCells([told({ accessible: null })], 9);
  modelOf().press(1, 0, true);
  expect(toastStore.read().map(({ title }) => title)).toEqual([
    'Customer Adatum · 40000, entity Cronus UK · 100 is not set up.',
  ]);
});

it('says at the cell itself what met with an assignment that is gone, for its switch is hidden', async () => {
  const { posts, control } = someMatrix();
  const button = control();
  button?.click();
  const problem = {
    title: 'No',
    status: 409,
    code: 'conflict',
    detail: '',
    requestId: '',
    current: null,
  } as const;
  posts[0]?.fail(new ApiError(problem));
  await settled();
  const gone = control();
  expect(gone?.getAttribute('role')).toBe('gridcell');
  expect(gone?.getAttribute('aria-label')).toBe('Customer 40000, entity 100, not set up');
  expect(gone?.getAttribute('aria-description')).toMatch(/no longer set up.*Nothing was changed/);
  expect(gone?.title).toMatch(/no longer set up/);
  expect(button?.hasAttribute('aria-description')).toBe(false);
});

it('stages a press instead, and takes a staged one back by another', () => {
  const { engine, modelOf, store, posts, control } = someMatrix();
  engine.setModel(modelOf(true));
  control()?.click();
  expect(store.staged.all()).toEqual([{ cell, wanted: true }]);
  expect(control()?.parentElement?.dataset.mark).toBe('staged');
  expect(control()?.ariaLabel).toBe('Customer 40000, entity 100, no access, to be given (staged)');
  expect(control()?.title).toBe('no access, to be given (staged)');
  expect(control()?.ariaDescription).toBeNull();
  control()?.click();
  expect([store.staged.size, posts.length]).toEqual([0, 0]);
});

it('gives the focus back to what is in view, not to where it was before somebody scrolled', async () => {
  const { engine, root, control } = someMatrix();
  control()?.focus();
  root.scrollTop = 8_000;
  await expect.poll(() => engine.view.top).toBe(201); // below the head of its band, which lies over row 200
  engine.focus();
  expect(root.scrollTop).toBe(8_000);
  expect(engine.active.row).toBe(201);
});

it('hides nothing that is in focus under the head of its band, which stays while its records scroll', async () => {
  const { engine, root, control } = someMatrix();
  control()?.focus();
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  for (let down = 0; down < 30; down++) press('ArrowDown');
  await expect.poll(() => root.scrollTop).toBeGreaterThan(0);
  for (let up = 0; up < 29; up++) {
    press('ArrowUp');
    const focused = document.activeElement ?? expect.fail();
    expect(root.contains(focused)).toBe(true);
    const { left, top, width } = focused.getBoundingClientRect();
    expect(focused.contains(document.elementFromPoint(left + width / 2, top + 1))).toBe(true);
  }
  expect(engine.active.row).toBe(2);
  press('ArrowUp');
  press('ArrowUp');
  await expect.poll(() => root.scrollTop).toBe(0);
});
