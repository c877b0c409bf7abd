import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ReviewSheet } from '@/components/access/edit/review-sheet';
import { noNames } from '@/lib/domain/access/names/matrix-names';
import { answeringStore, cell, matrixOf, status, told } from '@/tests/support/browser/answering-store';
import { draw } from './draw';

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

it('says as long as it is open what folded groups it leaves out, and takes them in where that is asked', async () => {
  const { store } = answeringStore();
  const matrix = matrixOf(true);
  store.show({ matrix, status: status() }, store.ask());
  const onInclude = vi.fn();
  const proposal = { changes: [{ cell, wanted: false }], already: 0, absent: 0, isCut: false };
  const sheet = createElement(ReviewSheet, {
    ...{ connection: 'main', store, matrix, names: noNames },
    proposal: { ...proposal, leftOut: { entities: 3, onInclude } },
    onClose: () => undefined,
    onApplied: () => undefined,
  });
  const { place } = draw(sheet, { address: 'connection=main' });
  expect(place.textContent).toContain('3 entities of folded groups are left out.');
  const include = [...place.querySelectorAll('button')].find((one) => one.textContent === 'Include');
  if (!include) throw new Error('The review offers no entities of folded groups.');
  await userEvent.click(include);
  expect(onInclude).toHaveBeenCalledOnce();
});
