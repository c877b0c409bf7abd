import { createElement } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MatrixOverview } from '@/components/access/overview/matrix-overview';
import type { AccessCell } from '@/components/access/matrix/access-cell';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { GridPosition } from '@/components/grid/grid-model';
import { entityOrder, recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import { withBandsFolded, visibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { noNames } from '@/lib/domain/access/names/matrix-names';
import { answeringStore, status } from '@/tests/support/browser/answering-store';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';

withPageStyles();

/** The map of ten items and ten vendors in four entities, two of them in a group; vendors and the group may be folded. */
async function someMap() {
  await page.viewport(1_440, 900);
  const { store } = answeringStore();
  const matrix = new GrowingMatrix();
  for (const type of ['Item', 'Vendor'])
    for (let id = 10; id < 20; id++)
      for (const entity of ['100', '200', '300', '400']) matrix.add(type, String(id), entity, true);
  store.show({ matrix, status: status() }, store.ask());
  const names = { ...noNames, hasGroups: true, group: (entity: number) => (entity > 1 ? 'South' : '') };
  const orders = { records: recordOrder(matrix), entities: entityOrder(matrix, names) };
  const shown = (text = '') =>
    visibleMatrix(matrix, orders, {
      ...{ recordTypes: [], text, entity: '', rows: null, isUsedOnly: false },
      ...{ sort: { by: 'id' }, isReversed: false, names },
    });
  const all = shown();
  const folded = {
    ...withBandsFolded(matrix, all, (type) => type === 'Item'),
    columns: all.columns.withGroupsFolded(['South']),
  };
  const turned: string[] = [];
  const moves: GridPosition[] = [];
  const root = document.createElement('div');
  // The heads of both bands, ten items and two entities are in view; nothing else is asked of the grid.
  const view = { top: 0, bottom: 11, left: 0, right: 2 };
  const moveTo = (to: GridPosition) => moves.push(to);
  const engine = { root, view, moveTo } as unknown as GridEngine<AccessCell>;
  const mapOf = (shown: typeof all) =>
    createElement(MatrixOverview, {
      ...{ matrix, store, shown, engine, isOpen: true, isComplete: true },
      onBand: (type) => turned.push(type),
      onGroup: (group) => turned.push(group),
      onLeave: () => undefined,
      onClose: () => undefined,
    });
  const place = document.body.appendChild(document.createElement('div'));
  place.style.cssText = 'display: flex; height: 600px';
  const { show } = draw(mapOf(folded), { place });
  const canvas = () => place.querySelector('canvas') as HTMLCanvasElement; // the map was drawn
  await expect.poll(() => canvas().width).toBeGreaterThan(3);
  return { turned, moves, canvas, unfold: (text?: string) => show(mapOf(shown(text))) };
}

it('unfolds the band and the group that a press leads into, and goes on to the place', async () => {
  const { turned, moves, canvas, unfold } = await someMap();
  const { width, height } = canvas().getBoundingClientRect();
  await userEvent.click(canvas(), { position: { x: (width * 7) / 8, y: (height * 39) / 40 } });
  expect([turned, moves]).toEqual([['Vendor', 'South'], [{ row: 11, column: 2 }]]);
  unfold();
  expect(moves.at(-1)).toEqual({ row: 21, column: 3 });
  unfold();
  expect(moves).toHaveLength(2); // only people move the grid from then on
});

it('goes on to the very record where a filter lands before it is unfolded', async () => {
  const { moves, canvas, unfold } = await someMap();
  const { width, height } = canvas().getBoundingClientRect();
  await userEvent.click(canvas(), { position: { x: width / 8, y: (height * 39) / 40 } }); // vendor 19
  unfold('19');
  expect(moves.at(-1)).toEqual({ row: 3, column: 0 }); // below the heads of both bands, and item 19
});

it('unfolds nothing where the place is shown, or is only passed by a drag', async () => {
  const { turned, moves, canvas } = await someMap();
  const { left, top, width, height } = canvas().getBoundingClientRect();
  const point = (type: string, across: number, down: number) =>
    canvas().dispatchEvent(
      new PointerEvent(type, {
        ...{ bubbles: true, buttons: 1, pointerId: 1, pointerType: 'mouse' },
        ...{ clientX: left + width * across, clientY: top + height * down },
      }),
    );
  canvas().setPointerCapture = () => undefined; // no pointer is down
  point('pointerdown', 1 / 8, 1 / 40);
  await expect.poll(() => moves).toEqual([{ row: 1, column: 0 }]);
  point('pointermove', 7 / 8, 39 / 40);
  await expect.poll(() => moves.at(-1)).toEqual({ row: 11, column: 2 });
  expect(turned).toEqual([]);
});

it('frames what has rows and columns of its own in view, not all that folded heads stand for', async () => {
  const { canvas } = await someMap();
  const frame = canvas().nextElementSibling?.getBoundingClientRect();
  const picture = canvas().getBoundingClientRect();
  expect(frame?.height).toBeCloseTo(picture.height / 2, 0);
  expect(frame?.width).toBeCloseTo(picture.width / 2, 0);
});
