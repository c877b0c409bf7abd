import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { ChangeBar } from '@/components/access/edit/change-bar';
import { SelectionActions } from '@/components/access/edit/selection-actions';
import {
  actOnMany,
  changesOf,
  reviewOfStaged,
  type SelectedProposal,
} from '@/components/access/edit/selection-acts';
import {
  selectedCounts,
  selectedPair,
  selectedTarget,
  selectedToCompare,
} from '@/components/access/matrix/selected';
import { GridSelection, type GridRange } from '@/components/grid/grid-selection';
import { toastStore } from '@/components/ui/feedback/toast-store';
import { stageForReview } from '@/lib/client/matrix/proposed-changes';
import { bandsOf, MatrixRows } from '@/lib/domain/access/filter/bands';
import { MatrixColumns } from '@/lib/domain/access/filter/matrix-columns';
import { recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { answeringStore, status } from '@/tests/support/browser/answering-store';
import { drawn } from './some-matrices';

const matrix = drawn(['100', '200', '300', '400', '500'], {
  'Item 1': '+++++',
  'Item 2': '-----',
  'Item 3': '+++++',
});
const rows = new MatrixRows(matrix, bandsOf(matrix, recordOrder(matrix)), () => true);
/** The head of the items is row 0. Columns: the folded group North of two, 300, the folded group South of two. */
const columns = new MatrixColumns(
  matrix,
  Uint32Array.of(0, 1, 2, 3, 4),
  (entity) => ['North', 'North', '', 'South', 'South'][entity] ?? '',
  ['North', 'South'],
);
const shown = { matrix, rows, columns };
const range = (top: number, bottom: number, left: number, right: number) => ({ top, bottom, left, right });
const grid = {
  lastUnder: (row: number) => rows.lastUnder(row),
  isLeftOut: (column: number) => columns.entityAt(column) < 0,
};

function selected(whole: 'rows' | null, ...ranges: GridRange[]) {
  const selection = new GridSelection(() => grid);
  for (const one of ranges) selection.select(one, { row: one.top, column: one.left }, true, whole);
  return selection;
}

/** What of the matrix is tinted, row by row: `x` selected. */
const tinted = (selection: GridSelection) =>
  Array.from({ length: rows.count }, (_, row) =>
    Array.from({ length: columns.count }, (_, column) => (selection.has(row, column) ? 'x' : '.')).join(''),
  );

/** The acts that the bar offers on a selection. */
const actionsOn = (selection: GridSelection, parts = shown) =>
  renderToStaticMarkup(
    createElement(SelectionActions, {
      ...{ mayChange: true, isStaging: false, matrix, selected: selectedCounts(parts, selection) },
      ...{ engine: { selection } as never, shown: parts as never }, // all of them that it reads
      set: () => undefined as never,
      askDetails: () => undefined,
      onAction: () => undefined,
      onSelectNothing: () => undefined,
    }),
  );

it('an act promises a review, except on one assignment, which it changes at once', () => {
  expect(actionsOn(selected(null, range(1, 1, 1, 1)))).toMatch(/>Remove</);
  expect(actionsOn(selected(null, range(1, 2, 1, 1)))).toMatch(/>Remove…</);
  expect(actionsOn(selected(null, range(0, 0, 1, 1)))).toMatch(/>Remove…</); // the head of a band
});

afterEach(() => toastStore.dismissAll());

describe('a selection', () => {
  it('shows what an act changes: the records below the head of a band, and no folded group', () => {
    expect(tinted(selected(null, range(0, 0, 0, 2)))).toEqual(['.x.', '.x.', '.x.', '.x.']);
    expect(selectedCounts(shown, selected(null, range(0, 0, 0, 2)))).toMatchObject({
      ...{ cells: 3, rows: 3, columns: 1, folded: 4 },
    });
    expect(selected(null, range(1, 1, 0, 2)).edgesAt(1, 1)).toBe(' top right bottom left');
  });

  it('keeps the records below a head where one of them is taken out', () => {
    const selection = selected(null, range(0, 0, 1, 1));
    selection.toggle(range(2, 2, 1, 1), { row: 2, column: 1 });
    expect(tinted(selection)).toEqual(['.x.', '.x.', '...', '.x.']);
    expect(selectedCounts(shown, selection).cells).toBe(2);
  });
});

it('a selection that is drawn on from the head of a band keeps what that head stands for', () => {
  const selection = selected(null, range(0, 0, 1, 1));
  const drawn = [1, 0, 2].map((row) => {
    selection.extendTo({ row, column: 1 }, { row: 0, column: 1 });
    return selectedCounts(shown, selection).cells;
  });
  expect(drawn).toEqual([3, 3, 3]);
});

describe('a selection over folded groups', () => {
  it('leaves out the entities of each, also where they lie in different rows, unless these are asked for', () => {
    const strips = selected(null, range(1, 1, 0, 1), range(2, 2, 1, 2)).strips();
    const readCell = () => 'denied' as const;
    const found = changesOf({ ...shown, readCell }, strips, 'give');
    expect([found.folded, found.changes.length]).toEqual([4, 2]);
    const all = changesOf({ ...shown, readCell }, strips, 'give', true);
    expect(all.folded).toBe(0);
    expect(all.changes.map(({ cell }) => `${cell.recordId} ${cell.entityId}`)).toEqual([
      ...['1 100', '1 200', '1 300'],
      ...['2 300', '2 400', '2 500'],
    ]);
  });

  it('is reviewed without them, again after Back, and with them once they are included', () => {
    const { store } = answeringStore();
    const none = drawn(['100', '200', '300', '400', '500'], { 'Item 1': '-----' });
    store.show({ matrix: none, status: status() }, store.ask());
    const reviews: SelectedProposal[] = [];
    const act = (isStaging: boolean) =>
      actOnMany('give', {
        ...{ store, matrix: none, isStaging, shown: shown as unknown as VisibleMatrix }, // all of it that an act reads
        strips: selected(null, range(1, 1, 0, 2)).strips(),
        onReview: (found) => reviews.push({ ...stageForReview(store, found), leftOut: found.leftOut }),
      });
    act(false);
    act(true); // left by Back, it is staged
    expect(reviews.map(({ changes, leftOut }) => [changes.length, leftOut?.entities])).toEqual([
      [1, 4],
      [1, 4],
    ]);
    reviews.at(-1)?.leftOut?.onInclude();
    expect(reviews.at(-1)).toMatchObject({ already: 0, leftOut: undefined });
    expect(reviews.at(-1)?.changes).toHaveLength(5);
  });

  it('is reviewed after it was staged as it is at once, as long as it is staged and they are not', () => {
    const { store } = answeringStore();
    const some = drawn(['100', '200', '300', '400', '500'], { 'Item 1': '-----', 'Item 2': '--+--' });
    store.show({ matrix: some, status: status() }, store.ask());
    const reviews: SelectedProposal[] = [];
    const onReview = (found: SelectedProposal) =>
      reviews.push({ ...stageForReview(store, found), leftOut: found.leftOut });
    const act = (isStaging: boolean) =>
      actOnMany('give', {
        ...{ store, matrix: some, isStaging, onReview, shown: shown as unknown as VisibleMatrix }, // all of it that an act reads
        strips: selected(null, range(1, 2, 0, 2)).strips(),
      });
    const reviewStaged = () => {
      store.staged.beginReview([]);
      return reviewOfStaged(store, onReview);
    };
    act(false);
    const [atOnce = expect.fail()] = reviews.splice(0);
    expect([atOnce.changes.length, atOnce.already, atOnce.leftOut?.entities]).toEqual([1, 1, 4]);
    store.staged.dropReview();
    act(true);
    const staged = reviewStaged();
    expect(staged).toMatchObject({ changes: atOnce.changes, already: 1, leftOut: { entities: 4 } });
    staged.leftOut?.onInclude();
    expect(reviews.at(-1)).toMatchObject({ already: 1, leftOut: undefined });
    expect(reviews.at(-1)?.changes).toHaveLength(9);
    expect(reviewStaged()).toMatchObject({ already: 1, leftOut: undefined });
    store.staged.drop();
    expect(reviewStaged()).toMatchObject({ changes: [], already: 0, leftOut: undefined });
  });

  it('takes in what it was made of, also where a document with other records came meanwhile', () => {
    const { store } = answeringStore();
    const entities = ['100', '200', '300', '400', '500'];
    const before = drawn(entities, { 'Item 1': '-----' });
    store.show({ matrix: before, status: status() }, store.ask());
    const reviews: SelectedProposal[] = [];
    actOnMany('give', {
      ...{ store, matrix: before, isStaging: false, shown: shown as unknown as VisibleMatrix }, // all of it that an act reads
      strips: selected(null, range(1, 1, 0, 2)).strips(),
      onReview: (found) => reviews.push({ ...stageForReview(store, found), leftOut: found.leftOut }),
    });
    const after = drawn(entities, { 'Item 0': '+++++', 'Item 1': '-----' });
    store.show({ matrix: after, status: status({ ledgerSeq: 2 }) }, store.ask());
    reviews.at(-1)?.leftOut?.onInclude();
    expect(
      reviews
        .at(-1)
        ?.changes.map(({ cell }) => `${cell.recordId} ${cell.entityId}`)
        .sort(),
    ).toEqual(entities.map((entity) => `1 ${entity}`));
  });

  it('of two whole rows is offered as two records, however many entities are left', () => {
    const two = selected('rows', range(1, 2, 0, 2));
    const withTwo = { ...shown, columns: columns.withGroupsFolded(['North']) };
    expect(selectedPair(withTwo, two)?.kind).toBe('records');
    expect(actionsOn(two, withTwo)).toContain('Compare these two records');
  });

  it('is told about by the entity that is left, and of folded groups alone not at all', () => {
    const left = selected(null, range(1, 2, 1, 1), range(1, 2, 0, 0));
    expect(selectedTarget(shown, left)).toMatchObject({ entityId: '300', recordId: '' });
    const before = { kind: 'entities', first: '300', second: null } as const;
    expect(selectedToCompare(shown, selected(null, range(1, 2, 0, 0)), before)).toBe(before);
  });

  it('says in the bar what it leaves out, and where nothing is left offers to unfold it', () => {
    const bar = (...ranges: GridRange[]) =>
      renderToStaticMarkup(
        createElement(ChangeBar, {
          ...{ isStaging: false, isReasonRequired: false, mayChange: true, hasCells: true, isKept: true },
          ...{ actions: null, lastStep: null, readout: null, staged: 0 },
          selected: selectedCounts(shown, selected(null, ...ranges)),
          onStaging: () => undefined,
          onSelectAll: () => undefined,
          onUnfold: () => undefined,
          onReview: () => undefined,
          onDiscard: () => undefined,
        }),
      ).replaceAll(/<[^>]*>/g, '');
    expect(bar(range(1, 1, 0, 2))).toContain(
      '1 selected: 1 record, entity 300; 4 folded entities not selected',
    );
    expect(bar(range(1, 1, 0, 0))).toContain('Nothing selected: 2 folded entities left outUnfold');
    expect(bar(range(1, 1, 1, 1))).not.toContain('folded');
  });
});
