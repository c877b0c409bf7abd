import { createElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { AccessCell } from '@/components/access/matrix/access-cell';
import { CellReadout } from '@/components/access/matrix/cell-readout';
import type { GridEngine } from '@/components/grid/grid-engine';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { entityOrder, recordOrder } from '@/lib/domain/access/filter/matrix-filter';
import { visibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { matrixNames, noNames } from '@/lib/domain/access/names/matrix-names';
import { answeringStore, cell, matrixOf, status, told } from '@/tests/support/browser/answering-store';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';

withPageStyles();

/** The readout of one cell, whose record and entity have names of equal length. @param change happens to it first. @param isPassing the pointer comes to it while the readout is drawn. */
function readout(change?: (store: MatrixStore) => void, isPassing = false) {
  const { store } = answeringStore();
  const matrix = matrixOf();
  store.show({ matrix, status: status() }, store.ask());
  change?.(store);
  const names = matrixNames(matrix, {
    records: [[cell.recordType, cell.recordId, 'Adatum Corporation of the Northern Isles']],
    entities: [[cell.entityId, 'Cronus Holding of the Southern Isles', null]],
  });
  const orders = { records: recordOrder(matrix), entities: entityOrder(matrix, noNames) };
  const shown = visibleMatrix(matrix, orders, {
    ...{ recordTypes: [], text: '', entity: '', rows: null, isUsedOnly: false },
    ...{ sort: { by: 'id' }, isReversed: false, names },
  });
  const at = { row: shown.rows.rowOf(0), column: 0 };
  // Nothing else is asked of it.
  let isDrawn = false;
  const hit = () => (isDrawn || !isPassing ? at : { row: -1, column: 1 });
  const engine = { root: document.createElement('div'), hit } as unknown as GridEngine<AccessCell>;
  const room = document.body.appendChild(document.createElement('div'));
  room.className = 'flex';
  const parts = { engine, store, matrix, names, shown, isComplete: true };
  draw(createElement(CellReadout, parts), { place: room });
  isDrawn = true;
  /** Which parts are cut off in so much room, whether names are there at all, and how many px lie outside of it. */
  return (roomPx: number) => {
    room.style.width = `${String(roomPx)}px`;
    const parts = [...room.querySelectorAll('p > span > span')].filter((span) => span.checkVisibility());
    const textOf = (span: Element) => span.textContent.trim();
    const cut = parts.filter((span) => span.scrollWidth > span.clientWidth && span.clientWidth > 0);
    const left = parts[0]?.getBoundingClientRect().left ?? 0;
    return {
      cut: cut.map(textOf),
      isNamed: parts.some((span) => textOf(span).startsWith('Adatum')),
      outside: Math.max(0, room.getBoundingClientRect().left - left),
    };
  };
}

it('cuts names where there is little room, leaves them out where there is less, and nothing that tells the cell', async () => {
  await page.viewport(1_280, 720);
  const seenIn = readout();
  expect(seenIn(1_000)).toEqual({ cut: [], isNamed: true, outside: 0 });
  for (const roomPx of [580, 480, 400, 310]) {
    const { cut, isNamed, outside } = seenIn(roomPx);
    expect([isNamed, outside]).toEqual([true, 0]);
    expect(cut.length).toBeGreaterThan(0);
    for (const text of cut) expect(text).toMatch(/^(Adatum|Cronus) /);
  }
  for (const roomPx of [300, 240]) expect(seenIn(roomPx)).toEqual({ cut: [], isNamed: false, outside: 0 });
});

it('says whole that a change was read back, and leaves names out for that', async () => {
  await page.viewport(1_280, 720);
  const seenIn = readout((store) => store.takeCells([told()], 9));
  await expect.element(page.getByText(': given, read back')).toBeVisible();
  for (const roomPx of [1_000, 480, 310, 260]) {
    const { cut, outside } = seenIn(roomPx);
    expect(outside).toBe(0);
    for (const text of cut) expect(text).toMatch(/^(Adatum|Cronus) /);
  }
});

it('tells why a change was not made', async () => {
  await page.viewport(1_280, 720);
  readout((store) => store.cells.setNote(cell, { phase: 'refused', words: 'It is locked.' }))(1_000);
  await expect.element(page.getByText(': It is locked.')).toBeVisible();
});

it('tells of where the pointer is that moved on before the readout could hear it', async () => {
  await page.viewport(1_280, 720);
  readout(undefined, true)(1_000);
  await expect.element(page.getByText(/no access/)).toBeVisible();
});

it('is not there where no more than a rest of it would be', async () => {
  await page.viewport(1_280, 720);
  readout()(200);
  await expect.element(page.getByText(/no access/)).not.toBeVisible();
});
