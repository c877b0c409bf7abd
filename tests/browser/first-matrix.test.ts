import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { takeFirstPresses, type FirstPress, type PressPlace } from '@/components/access/matrix/first-press';
import { takeFirstGrid } from '@/components/access/matrix/take-first-grid';
import { pressBeside } from './some-grid';

const queue = window as { firstPresses?: unknown };
beforeEach(() => delete queue.firstPresses);

/** A grid of one head and one switch, as the server sends it. */
function someGrid(place: PressPlace) {
  const grid = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => grid.remove());
  grid.dataset.rows = '100';
  grid.dataset.columns = '10';
  grid.style.cssText = '--grid-row-height: 32px; --grid-column-width: 64px; --grid-pinned-width: 200px';
  grid.innerHTML =
    '<div><div><div></div><div></div><div style="width: 64px" data-share="25% 2px" data-entity=\'"100"\'>100</div></div></div>' +
    '<div><div style="height: 32px" data-record="[1]"><div></div><div><a href="/x">r</a></div>' +
    '<div role="gridcell"><button role="switch" disabled aria-checked="false">x</button></div></div></div>';
  const cell = grid.querySelector<HTMLElement>('[role=gridcell]') ?? expect.fail();
  const control = cell.querySelector('button') ?? expect.fail();
  takeFirstGrid(grid, place, () => null);
  return { grid, cell, control };
}

const press = { rowKey: '[1]', entityId: '100' };

it('enables switches, draws bars, and makes room for the whole', () => {
  const { grid, control } = someGrid('switch');
  expect([control.disabled, control.tabIndex]).toEqual([false, 0]);
  expect(grid.querySelector<HTMLElement>('[data-share]')?.style.backgroundSize).toBe('25% 2px');
  const { offsetWidth, offsetHeight } = grid.lastElementChild as HTMLElement;
  expect([offsetWidth, offsetHeight]).toEqual([840, 3_200]);
});

it('keeps a press until somebody carries it out, whatever becomes of the grid, and shows it', () => {
  const { grid, cell, control } = someGrid('switch');
  control.click();
  control.click(); // the first one is under way
  expect([control.getAttribute('aria-checked'), cell.dataset.mark, cell.dataset.was]).toEqual([
    'true',
    'pending',
    'false',
  ]);
  grid.remove(); // as React does that could not take the page over
  const carried: FirstPress[] = [];
  const leave = takeFirstPresses((one) => carried.push(one));
  expect(carried).toEqual([press]);
  leave();
  const next = someGrid('switch');
  next.control.click();
  expect(carried).toHaveLength(1);
  takeFirstPresses((one) => carried.push(one));
  expect(carried).toEqual([press, press]);
});

it.each([
  ['mouse', 11, 1],
  ['mouse', 13, 0],
  ['touch', 23, 1],
  ['touch', 25, 0],
])('takes a press by %s %d px beside the middle of the switch for %d', (pointerType, beside, count) => {
  const { cell, control } = someGrid('switch');
  cell.dispatchEvent(pressBeside(control, pointerType, beside));
  const carried: FirstPress[] = [];
  takeFirstPresses((one) => carried.push(one))();
  expect(carried).toHaveLength(count);
});

it.each([
  [100, 1],
  [600, 0],
])('takes a finger of %d ms for %d presses: one that rests selects', async (ms, count) => {
  const { control } = someGrid('switch');
  control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
  await new Promise((rested) => setTimeout(rested, ms));
  control.dispatchEvent(pressBeside(control, 'touch', 0));
  expect(queue.firstPresses).toHaveLength(count);
});

it('stages and takes back where presses stage, and shows nothing to whoever may only look', () => {
  const staged = someGrid('stage');
  staged.control.click();
  expect(staged.cell.dataset.mark).toBe('staged');
  staged.control.click();
  expect([staged.cell.dataset.mark, staged.control.getAttribute('aria-checked')]).toEqual([
    undefined,
    'false',
  ]);
  expect(queue.firstPresses).toHaveLength(2);
  const looked = someGrid('none');
  looked.control.click();
  expect([looked.cell.dataset.mark, looked.control.getAttribute('aria-checked')]).toEqual([
    undefined,
    'false',
  ]);
  expect(queue.firstPresses).toHaveLength(3);
});

it('keeps the press of a record, and presses nothing by keys that select', () => {
  const { grid, control } = someGrid('switch');
  grid.querySelector('a')?.click();
  expect(queue.firstPresses).toEqual([{ rowKey: '[1]', entityId: null }]);
  const event = new KeyboardEvent('keydown', { key: ' ', shiftKey: true, bubbles: true, cancelable: true });
  control.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});

it('says that a press has begun until its click has come', async () => {
  const { grid, control } = someGrid('switch');
  control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  expect(grid.dataset.held).toBe('');
  control.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  expect(grid.dataset.held).toBe('');
  await expect.poll(() => grid.dataset.held).toBeUndefined();
});

/** A grid of one folded band, and below it a switch where asked for, as the server sends them. */
function someBand(more: string) {
  const grid = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => grid.remove());
  grid.dataset.rows = '1';
  grid.dataset.columns = '2';
  const head = (entityId: string) => `<div style="width: 64px" data-entity='"${entityId}"'>${entityId}</div>`;
  const share = `<div role="gridcell" tabindex="-1" data-empty="band" data-tint="5" aria-expanded="false" aria-label="half">50 %</div>`;
  grid.innerHTML =
    `<div><div><div></div><div></div>${head('100')}${head('110')}</div></div>` +
    `<div><div style="height: 32px" role="row" data-record='["Customer"]' data-band="">` +
    '<div role="presentation" data-for="wide"><div role="rowheader" data-col="id" aria-expanded="false"><span>Customer</span><small>433</small></div>' +
    '<div role="gridcell" data-col="count"><small>51 %</small></div></div>' +
    '<div role="presentation" data-for="narrow"><div role="rowheader" aria-expanded="false"><span>Customer</span></div></div>' +
    `${share}${share}</div>${more}</div>`;
  takeFirstGrid(grid, 'switch', () => null);
  const cells = [...grid.querySelectorAll<HTMLElement>('[role="rowheader"], [role="gridcell"]')];
  const shares = cells.filter(({ dataset }) => dataset.empty === 'band');
  return { grid, cells, shares };
}

const fold = { rowKey: '["Customer"]', entityId: null };

it('keeps one press of a band, wherever in its row it was, and shows nothing of its own', () => {
  const { cells, shares } = someBand('');
  expect([cells.length, shares.length]).toEqual([5, 2]);
  for (const [at, cell] of cells.entries()) {
    cell.click();
    expect(queue.firstPresses).toEqual(Array.from({ length: at + 1 }, () => fold));
    expect([cell.dataset.mark, cell.dataset.was]).toEqual([undefined, undefined]);
  }
  cells[0]?.querySelector('span')?.click();
  expect(queue.firstPresses).toHaveLength(6);
});

it('takes Enter and Space on a cell of a band for one press each, and keys that select for none', () => {
  const { shares } = someBand('');
  const press = (key: string, shiftKey: boolean) => {
    const target = shares[1] ?? expect.fail();
    target.focus();
    return ['keydown', 'keyup'].map((type) => {
      const event = new KeyboardEvent(type, { key, shiftKey, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      return event.defaultPrevented;
    });
  };
  expect(document.activeElement).toBe(document.body);
  for (const key of ['Enter', ' ']) expect(press(key, true)).toEqual([true, true]);
  expect(queue.firstPresses).toEqual([]);
  expect(press('Enter', false)).toEqual([true, true]); // nothing scrolls
  expect(document.activeElement).toBe(shares[1]);
  expect(queue.firstPresses).toEqual([fold]);
  press(' ', false);
  expect(queue.firstPresses).toEqual([fold, fold]);
});

it('begins the keyboard at the first cell of a band, where no switch comes before', () => {
  const below =
    '<div data-record="[1]"><div></div><div></div><div role="gridcell"><button role="switch" tabindex="-1" disabled aria-checked="false">x</button></div></div>';
  const { grid, cells, shares } = someBand(below);
  const stops = [...grid.querySelectorAll<HTMLElement>('[tabindex="0"]')];
  expect(stops).toEqual([shares[0]]);
  expect(cells.length).toBe(6);
  expect(grid.querySelector('button')?.tabIndex).toBe(-1);
});

it('is walked by arrows, with one stop for the Tab key, and calls a switch by what it shows', async () => {
  const { grid } = someGrid('switch');
  const body = grid.lastElementChild ?? expect.fail();
  body.innerHTML = ['[1]', '[2]']
    .map(
      (key) =>
        `<div data-record="${key}"><div></div>` +
        ['100', '200']
          .map(
            (id) =>
              `<div role="gridcell" id="${key}${id}"><button role="switch" aria-checked="false" aria-label="Item ${key}, entity ${id}, no access">x</button></div>`,
          )
          .join('') +
        '</div>',
    )
    .join('');
  const at = (id: string) => document.getElementById(id)?.querySelector('button') ?? expect.fail();
  at('[1]100').tabIndex = 0;
  at('[1]200').focus();
  const reached: string[] = [];
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowDown', 'ArrowUp']) {
    await userEvent.keyboard(`{${key}}`);
    reached.push(document.activeElement?.parentElement?.id ?? '');
  }
  expect(reached).toEqual(['[1]200', '[2]200', '[2]100', '[2]100', '[1]100']);
  expect([...grid.querySelectorAll('[tabindex="0"]')]).toEqual([at('[1]100')]);
  await userEvent.keyboard(' ');
  expect(at('[1]100').ariaLabel).toBe('Item [1], entity 100, has access');
});

it('calls a switch that is staged by what holds until it is applied', () => {
  const { control } = someGrid('stage');
  control.ariaLabel = 'Item 1, entity 100, no access';
  control.click();
  expect([control.getAttribute('aria-checked'), control.ariaLabel]).toEqual([
    'true',
    'Item 1, entity 100, no access',
  ]);
});
