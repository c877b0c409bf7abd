import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it } from 'vitest';
import { lineOf } from '@/components/access/compare/compare-lines';
import { ComparePickers } from '@/components/access/compare/compare-sheet';
import type { Compared } from '@/lib/domain/access/change/comparison';
import { matrixNames } from '@/lib/domain/access/names/matrix-names';
import { matrixOf } from '@/tests/support/browser/answering-store';
import { draw } from './draw';

/** Which of two entities gets what the other has, drawn; what was chosen last. */
function somePickers(compared: Compared) {
  const matrix = matrixOf(true);
  const names = matrixNames(matrix, { records: [], entities: [['110', 'Cronus Wholesale', null]] });
  const chosen: Compared[] = [];
  const pickers = createElement(ComparePickers, {
    ...{ matrix, names, compared, records: new Uint32Array() },
    first: lineOf(matrix, names, compared.kind, compared.first),
    second: lineOf(matrix, names, compared.kind, compared.second),
    onCompare: (next) => chosen.push(next),
  });
  const { place } = draw(pickers);
  const fields = () => [...place.querySelectorAll('input')];
  const options = () => [...place.querySelectorAll<HTMLElement>('[role="option"]')];
  return { fields, options, chosen };
}

const copied: Compared = { kind: 'entities', first: null, second: '110', isCopy: true };

it('has the missing one in focus first, with all other entities to choose from', () => {
  const { fields, options, chosen } = somePickers(copied);
  const [from, to] = fields();
  expect([from?.dataset.autofocus, to?.dataset.autofocus, to?.value]).toEqual([
    '',
    undefined,
    'Cronus Wholesale · 110',
  ]);
  expect(options()).toEqual([]);
  flushSync(() => from?.focus());
  expect(options().map(({ textContent }) => textContent)).toEqual(['100']);
  flushSync(() => options()[0]?.click());
  expect(chosen).toEqual([{ ...copied, first: '100' }]);
  expect(options()).toEqual([]);
});

it('leaves the list of the one that is chosen closed until it is asked for', () => {
  const { fields, options } = somePickers(copied);
  const to = fields()[1];
  flushSync(() => to?.focus());
  expect(options()).toEqual([]);
  flushSync(() => to?.click());
  expect(options()).toHaveLength(2);
});

it('opens no list where both are missing, so that Escape closes the sheet', () => {
  const { fields, options } = somePickers({ kind: 'entities', first: null, second: null });
  flushSync(() => fields()[0]?.focus());
  expect([options(), fields().map(({ dataset }) => dataset.autofocus)]).toEqual([[], [undefined, undefined]]);
});
