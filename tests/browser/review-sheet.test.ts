import { createElement, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ReviewSheet } from '@/components/access/edit/review-sheet';
import { noNames } from '@/lib/domain/access/names/matrix-names';
import { answeringStore, cell, matrixOf, status, told } from '@/tests/support/browser/answering-store';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';

withPageStyles();

it('tells of a proposal what it comes to now, while others change access', () => {
  const { store } = answeringStore();
  const matrix = matrixOf(true);
  store.show({ matrix, status: status() }, store.ask());
  const other = { ...cell, entityId: '110' };
  const sheet = createElement(ReviewSheet, {
    ...{ connection: 'main', store, matrix, names: noNames },
    proposal: { changes: [{ cell, wanted: false }], already: 0, absent: 0, isCut: false },
    onClose: () => undefined,
    onApplied: () => undefined,
  });
  const { place } = draw(sheet, { address: 'connection=main' });
  expect(place.textContent).toContain('Remove 1, across 1 entity and 1 record.');
  expect(place.textContent).not.toContain('without any entity');
  flushSync(() => store.takeCells([told({ ...other, accessible: false })], 9));
  expect(place.textContent).toContain('1 record would be left without any entity. Customer 40000');
  flushSync(() => store.takeCells([told({ accessible: false })], 10));
  expect(place.textContent).toContain('Nothing is left to change.1 needs no change and is skipped.');
});

it('says as long as it is open what folded groups it leaves out, and takes them in beside what was chosen', async () => {
  const { store } = answeringStore();
  const matrix = matrixOf(true);
  store.show({ matrix, status: status() }, store.ask());
  const other = { ...cell, entityId: '110' };
  const onInclude = vi.fn();
  const without = { changes: [{ cell, wanted: false }], already: 0, absent: 0, isCut: false };
  const sheetOf = (proposal: ComponentProps<typeof ReviewSheet>['proposal']) =>
    createElement(ReviewSheet, {
      ...{ connection: 'main', store, matrix, names: noNames, proposal },
      onClose: () => undefined,
      onApplied: () => undefined,
    });
  const { place, show } = draw(sheetOf({ ...without, leftOut: { entities: 3, onInclude } }), {
    address: 'connection=main',
  });
  expect(place.textContent).toContain('3 entities of folded groups are left out.');
  await userEvent.click(page.getByRole('checkbox', { name: 'Customer 40000, entity 100, remove access' }));
  await userEvent.fill(page.getByRole('textbox', { name: /^Reason/ }), 'As agreed');
  await userEvent.click(page.getByRole('button', { name: 'Include' }));
  expect(onInclude).toHaveBeenCalledOnce();
  flushSync(() =>
    show(sheetOf({ ...without, changes: [cell, other].map((one) => ({ cell: one, wanted: false })) })),
  );
  expect(place.textContent).not.toContain('left out');
  await expect.element(page.getByRole('button', { name: 'Remove 1' })).toBeVisible(); // the other stays unticked
  await expect.element(page.getByRole('textbox', { name: /^Reason/ })).toHaveValue('As agreed');
  await expect.poll(() => document.activeElement?.tagName).toBe('H2'); // in the sheet still
});
