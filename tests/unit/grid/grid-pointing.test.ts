import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GridPointing } from '@/components/grid/grid-pointing';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Element', class {});
  vi.stubGlobal('HTMLElement', class {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A grid of one cell, whose keys may change, and what was asked of it. */
function pointed() {
  const root = new EventTarget();
  const asked: string[] = [];
  let row = 'a';
  const pointing = new GridPointing(root as HTMLElement, {
    hit: () => ({ row: 0, column: 0 }),
    model: () => ({
      rowCount: 1,
      columns: { count: 1 },
      rowKey: () => row,
      columnKey: () => 'c',
      rowOfKey: (key) => (key === row ? 0 : -1),
      columnOfKey: () => 0,
    }),
    active: () => ({ row: 0, column: 0 }),
    rest: () => asked.push('rest'),
    select: () => asked.push('select'),
    toggle: () => asked.push('toggle'),
    hasSelection: () => asked.includes('select'),
    extendTo: () => asked.push('extend'),
    follow: () => null,
  });
  const fire = (type: string, more: object = {}) => {
    const event = new Event(type, { cancelable: true });
    const touch = { pointerType: 'touch', button: 0, isPrimary: true, clientX: 5, clientY: 5, detail: 1 };
    root.dispatchEvent(Object.assign(event, touch, more));
    return event;
  };
  return { asked, fire, pointing, relist: () => (row = 'b') };
}

it('lets the end of a rest press nothing, however soon it followed another touch and however long it took', () => {
  const { asked, fire, pointing } = pointed();
  fire('pointerdown');
  vi.advanceTimersByTime(600);
  fire('pointerup');
  expect(fire('click').defaultPrevented).toBe(true);
  vi.advanceTimersByTime(400);
  fire('pointerdown');
  vi.advanceTimersByTime(1_200);
  fire('pointerup');
  vi.advanceTimersByTime(300); // a slow machine
  expect(fire('click').defaultPrevented).toBe(true);
  expect(asked).toEqual(['select', 'extend']);
  pointing.destroy();
});

it('lets a tap and a key press, also right after a rest', () => {
  const { fire, pointing } = pointed();
  fire('pointerdown');
  fire('pointerup');
  expect(fire('click').defaultPrevented).toBe(false);
  fire('pointerdown');
  vi.advanceTimersByTime(600);
  fire('pointerup');
  expect(fire('click', { detail: 0 }).defaultPrevented).toBe(false);
  pointing.destroy();
});

it('swallows a press whose cell became another one meanwhile', () => {
  const { fire, pointing, relist } = pointed();
  fire('pointerdown', { pointerType: 'mouse' });
  relist();
  fire('pointerup', { pointerType: 'mouse' });
  expect(fire('click').defaultPrevented).toBe(true);
  expect(fire('click').defaultPrevented).toBe(false); // a press without a pointer is judged by itself
  pointing.destroy();
});
