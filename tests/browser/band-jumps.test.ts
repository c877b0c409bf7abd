import { createElement, type ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { BandJumps } from '@/components/access/matrix/band-jumps';
import { draw } from './draw';

type Props = ComponentProps<typeof BandJumps>;

/** Two bands, of which the second is folded, and a grid of 10 rows scrolled to the columns from 20 on. */
function someJumps(active = { row: 0, column: 0 }) {
  const turned: string[] = [];
  const moved: unknown[] = [];
  const engine = {
    active,
    view: { top: 0, bottom: 9, left: 20, right: 29 },
    reveal: () => undefined,
    moveTo: (to: unknown) => moved.push(to),
  } as unknown as Props['engine']; // a jump asks nothing else of it
  const shownAs = (isOpen: boolean): Props['shown'] =>
    ({
      bands: [{ recordType: 'Vendor', records: [1, 2] }],
      rows: { hasHeads: true, count: 60, headOf: () => 40, at: () => ({ isOpen }) },
    }) as unknown as Props['shown'];
  const jumps = (isOpen: boolean) =>
    createElement(BandJumps, { engine, shown: shownAs(isOpen), onBand: (type) => turned.push(type) });
  const { show } = draw(jumps(false));
  return { turned, moved, unfold: () => show(jumps(true)) };
}

const vendor = () => page.getByRole('button', { name: /^Vendor/ });

it('unfolds a band by a press, and not folds it again by a second one before the rows are drawn', async () => {
  const { turned, moved, unfold } = someJumps();
  await vendor().dblClick();
  expect(turned).toEqual(['Vendor']);
  unfold();
  expect(moved).toHaveLength(1);
});

it('leads to the head of a band in a column that is in view', async () => {
  const { moved, unfold } = someJumps();
  unfold();
  await vendor().click();
  expect(moved).toEqual([{ row: 40, column: 20 }]);
  const other = someJumps({ row: 3, column: 25 });
  other.unfold();
  await vendor().last().click();
  expect(other.moved).toEqual([{ row: 40, column: 25 }]);
});
