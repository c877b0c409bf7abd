import { expect, it } from 'vitest';
import { LinesActions } from '@/components/journal/lines/lines-actions';
import { linesCounted } from '@/lib/domain/journal/group-table';

it('leaves the width of a column that takes what the others leave, and the key to the browser', () => {
  const resized: string[] = [];
  const { heads } = new LinesActions({
    arrange: (does) =>
      does({
        resize: (field, width) => resized.push(`${field} ${String(width)}`),
        move: () => undefined,
        step: () => undefined,
      }),
    areMovable: false,
    columns: [
      { field: linesCounted, width: 90 },
      { field: { ...linesCounted, name: 'share' }, width: 240, isFixed: true },
    ],
    lines: { listKey: '', count: 0, isCounted: true, at: () => undefined },
    sort: [],
    ...{ onSort: () => undefined, onOpen: () => undefined, onMenu: null },
  });
  const wider = { key: 'ArrowRight', altKey: true, shiftKey: false } as KeyboardEvent; // no more is looked at
  expect([0, 1].map((column) => heads.key(column, wider))).toEqual([true, false]);
  expect(resized).toEqual(['lines 106']);
});
