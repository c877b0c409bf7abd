import axe from 'axe-core';
import { createElement, useMemo } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useAccessAddress, useGroupFolding } from '@/components/access/filters/access-address';
import type { AccessCell } from '@/components/access/matrix/access-cell';
import { AccessGrid } from '@/components/access/matrix/access-grid';
import { CellReadout } from '@/components/access/matrix/cell-readout';
import { selectedCounts } from '@/components/access/matrix/selected';
import type { GridEngine } from '@/components/grid/grid-engine';
import { entityOrder, recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import { visibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { matrixNames } from '@/lib/domain/access/names/matrix-names';
import { answeringStore, cell, status, told } from '@/tests/support/browser/answering-store';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';
import { painted } from './some-grid';

withPageStyles();

const groups: Record<string, string | null> = {
  '100': 'DACH',
  '110': 'DACH',
  '120': 'DACH',
  '200': 'Nordics',
  '210': 'Nordics',
  '900': null,
};

/** Two customers in six entities, five of them in two groups; customer 40000 has access in 100, 110 and 200. */
async function someGroups(search = '') {
  await page.viewport(1_200, 700);
  const before = window.location.href;
  onTestFinished(() => window.history.replaceState(null, '', before));
  window.history.replaceState(null, '', search === '' ? window.location.pathname : search);
  const parts = answeringStore();
  const { store } = parts;
  const matrix = new GrowingMatrix();
  for (const entity of Object.keys(groups)) {
    matrix.add('Customer', '40000', entity, ['100', '110', '200'].includes(entity));
    matrix.add('Customer', '50000', entity, false);
  }
  store.show({ matrix, status: status({ records: 2, entities: 6 }) }, store.ask());
  const names = matrixNames(matrix, {
    records: [],
    entities: Object.entries(groups).map(([id, group]) => [id, '', group]),
  });
  const orders = { records: recordOrder(matrix), entities: entityOrder(matrix, names) };
  const all = visibleMatrix(matrix, orders, {
    ...{ recordTypes: [], text: '', entity: '', rows: null, isUsedOnly: false },
    ...{ sort: { by: 'id' }, isReversed: false, names },
  });
  let engine: GridEngine<AccessCell> | null = null;
  let selected = '';
  let copies = 0;
  let shownNow = all;
  const Page = () => {
    const [{ foldGroup }, set] = useAccessAddress();
    const shown = useMemo(() => ({ ...all, columns: all.columns.withGroupsFolded(foldGroup) }), [foldGroup]);
    shownNow = shown;
    return createElement(AccessGrid, {
      ...{ matrix, store, names, shown },
      ...{ isComplete: true, isStaging: false, isReadOnly: false, listKey: 'list', describedBy: 'none' },
      onBand: () => undefined,
      onCopy: () => copies++,
      onGroup: useGroupFolding(set),
      onSelection: (selection) => {
        const { cells, columns, folded } = selectedCounts({ matrix, ...shown }, selection);
        selected = `${String(cells)} in ${String(columns)}${folded > 0 ? `, without ${String(folded)}` : ''}`;
      },
      onEngine: (made) => (engine = made),
    });
  };
  const place = document.body.appendChild(document.createElement('main'));
  place.style.cssText = 'width: 900px; height: 400px';
  draw(createElement(Page), { address: search, place });
  await painted();
  return {
    ...parts,
    engine: () => engine as unknown as GridEngine<AccessCell>, // it was drawn
    heads: () =>
      [...place.querySelectorAll<HTMLElement>('[role="columnheader"][aria-label]')]
        .filter((head) => head.checkVisibility())
        .map((head) => `${head.ariaLabel ?? ''}; ${head.ariaExpanded ?? 'plain'}`),
    parts: () => ({ matrix, store, names, shown: shownNow, isComplete: true }),
    selected: () => selected,
    copies: () => copies,
    violations: async () => {
      const found = await axe.run(place, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
      return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    query: () => new URLSearchParams(window.location.search).getAll('foldGroup'),
  };
}

const rule = (name: string) => page.getByRole('button', { name, exact: true });
const focusedWords = () => document.activeElement?.getAttribute('aria-label');

it('a group of entities folds into one column by its rule, which says how many may use each record', async () => {
  const { heads, query, selected, violations } = await someGroups();
  expect(heads()).toEqual([
    '100, 50%; true',
    '110, 50%; true',
    '120, 0%; true',
    '200, 50%; true',
    '210, 0%; true',
    '900, 0%; plain',
  ]);
  expect(await violations()).toEqual([]);
  await userEvent.click(rule('DACH, 3 entities'));
  await expect
    .poll(heads)
    .toEqual(['DACH, 3 entities, 33%; false', '200, 50%; true', '210, 0%; true', '900, 0%; plain']);
  await expect.poll(query).toEqual(['DACH']);
  const folded = page.getByRole('gridcell', { name: 'Customer 40000, group DACH: 2 of 3 have access' });
  await expect.element(folded).toHaveTextContent('2 / 3');
  await expect.element(folded).toHaveAttribute('aria-expanded', 'false');
  expect(await violations()).toEqual([]);
  await userEvent.click(folded); // selects what it counts, as a press of a band's count does
  expect(selected()).toBe('0 in 0, without 3');
  await expect.element(folded).toHaveAttribute('aria-selected', 'false');
  expect(heads()).toHaveLength(4);
  await userEvent.click(rule('DACH, 3 entities'));
  await expect.poll(heads).toHaveLength(6);
  await expect.poll(query).toEqual([]);
});

it('folds and unfolds by keys from the heads and from a cell, and the focus stays in the group', async () => {
  const { engine, heads, query } = await someGroups('?foldGroup=Nordics');
  engine().moveTo({ row: 0, column: 1 });
  await userEvent.keyboard('{ArrowUp}');
  expect(focusedWords()).toBe('110, 50%');
  await userEvent.keyboard('{Enter}');
  await expect.poll(heads).toHaveLength(3);
  await expect.poll(query).toEqual(['Nordics', 'DACH']);
  await expect.poll(focusedWords).toBe('DACH, 3 entities, 33%');
  await userEvent.keyboard('{ArrowDown}');
  expect(focusedWords()).toBe('Customer 40000, group DACH: 2 of 3 have access');
  await userEvent.keyboard(' ');
  await expect.poll(heads).toHaveLength(5);
  await expect.poll(focusedWords).toBe('Customer 40000, entity 100, has access');
});

it('a second press in a row changes no access: not of a double click, nor by a key', async () => {
  const { engine, heads, posts } = await someGroups('?foldGroup=DACH');
  await userEvent.dblClick(
    page.getByRole('gridcell', { name: 'Customer 40000, group DACH: 2 of 3 have access' }),
    {
      position: { x: 20, y: 16 },
    },
  );
  await painted();
  expect(heads()).toHaveLength(4);
  expect(posts).toEqual([]);
  engine().moveTo({ row: 0, column: 0 });
  await userEvent.keyboard('{ArrowDown}{ArrowUp} ');
  await expect.poll(heads).toHaveLength(6);
  await expect.poll(focusedWords).toBe('Customer 40000, entity 100, has access');
  await userEvent.keyboard(' '); // however late it is
  await expect.poll(heads).toHaveLength(4);
  await userEvent.keyboard(' ');
  await expect.poll(heads).toHaveLength(6);
  expect(posts).toEqual([]);
  await userEvent.keyboard('{ArrowDown} '); // meant for the cell that it came to
  await expect.poll(() => posts).toHaveLength(1);
});

it('selects a column by its head as before, and nothing of a folded group', async () => {
  const { engine, selected, heads } = await someGroups('?foldGroup=DACH');
  await userEvent.click(page.getByRole('columnheader', { name: '200, 50%' }));
  expect(selected()).toBe('2 in 1');
  engine().selectAll();
  expect(selected()).toBe('6 in 3, without 3');
  await userEvent.click(page.getByRole('columnheader', { name: /^DACH/ }));
  await expect.poll(heads).toHaveLength(6);
});

it('is copied by Ctrl+C in the grid, where the browser has no text to copy', async () => {
  const { engine, copies } = await someGroups();
  engine().moveTo({ row: 0, column: 0 });
  await userEvent.keyboard('{Control>}c{/Control}');
  expect(copies()).toBe(1);
  const { root } = engine();
  window.getSelection()?.selectAllChildren(root.querySelector('[role="rowheader"] a') ?? root);
  await userEvent.keyboard('{Control>}c{/Control}');
  expect(copies()).toBe(1);
});

it('counts a change of a folded entity at once, sent or not', async () => {
  const { store } = await someGroups('?foldGroup=DACH');
  store.takeCells([told({ ...cell, entityId: '120', applied: true })], 9);
  await expect
    .element(page.getByRole('gridcell', { name: 'Customer 40000, group DACH: 3 of 3 have access' }))
    .toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: 'DACH, 3 entities, 50%' })).toBeVisible();
});

it('a folded group says which of its assignments have a mark, until they have none', async () => {
  const { store, posts } = await someGroups('?foldGroup=DACH');
  const group = page.getByRole('gridcell', { name: /^Customer 40000, group DACH/ });
  await expect.element(group).toHaveAccessibleName('Customer 40000, group DACH: 2 of 3 have access');
  void store.edits.switch(cell, true); // as it is now
  await expect.element(group).toHaveAccessibleName(/; 1 under way$/);
  await expect.element(group).toHaveAttribute('data-mark', 'some');
  await expect.poll(() => posts).toHaveLength(1);
  posts[0]?.answer({ outcome: 'applied', changeId: 'a-change' });
  store.takeCells([told({ ...cell, accessible: false, applied: true })], 9);
  await expect.element(group).toHaveAccessibleName('Customer 40000, group DACH: 1 of 3 have access');
  await expect.element(group).not.toHaveAttribute('data-mark');
});

it('the light of a row goes on over its folded groups', async () => {
  const { engine } = await someGroups('?foldGroup=Nordics');
  const group = page.getByRole('gridcell', { name: /^Customer 50000, group Nordics/ }).element();
  const ground = () => getComputedStyle(group).backgroundColor;
  const before = ground();
  engine().moveTo({ row: 1, column: 0 });
  expect(ground()).not.toBe(before);
});

it('a folded group with nothing but staged changes has their mark, and the readout says how many', async () => {
  const { store, engine, parts } = await someGroups('?foldGroup=DACH');
  draw(createElement(CellReadout, { ...parts(), engine: engine() }));
  store.staged.stage(
    ['100', '110'].map((entityId) => ({ cell: { ...cell, entityId }, wanted: false, now: true })),
  );
  const group = page.getByRole('gridcell', { name: /^Customer 40000, group DACH/ });
  await expect.element(group).toHaveAttribute('data-mark', 'staged');
  const words = 'Customer 40000, group DACH: 2 of 3 have access; 2 staged';
  await expect.element(group).toHaveAccessibleName(words);
  engine().moveTo({ row: 0, column: 0 });
  await expect.element(page.getByText('40000 × DACH: 2 of 3 have access; 2 staged')).toBeVisible();
  void store.edits.switch({ ...cell, entityId: '120' }, false);
  await expect.element(group).toHaveAttribute('data-mark', 'some');
});
