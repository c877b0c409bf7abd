import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it } from 'vitest';
import type { JournalAddress } from '@/components/journal/journal-address';
import { EntityWeeksTable } from '@/components/journal/month-end/entity-weeks-table';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { withPageStyles } from '@/tests/support/browser/page-styles';
import { draw } from './draw';

withPageStyles();

/** A table of so many entities in a room of so many px. */
function table(entities: number, roomPx: number, across = ['2026-11-09']) {
  const added = (count: number) => ({ count, sums: { Amount: '1' } });
  const data = {
    ...{ by: ['BssiEntityID'], sum: ['Amount'], pivot: 'PostingDate.week', across },
    groups: Array.from({ length: entities }, (_, at) => ({
      ...{ key: [String(at)], ...added(across.length), cells: across.map(() => added(1)) },
    })),
    total: { ...added(entities * across.length), cells: across.map(() => added(entities)) },
    more: { groups: 0, across: 0 },
    ...{ complete: true, copy: 'a-1', asOf: '2026-11-15T10:00:00Z', refreshing: false },
  };
  const address = { query: defaultJournalQuery } as unknown as JournalAddress; // the rest is not looked at
  const room = document.body.appendChild(document.createElement('div'));
  room.className = 'flex flex-col';
  room.style.height = `${String(roomPx)}px`;
  const tableOf = (isAll: boolean) => {
    const parts = { data, names: new Map<string, string>(), measure: 'lines' as const, address, isAll };
    return createElement(EntityWeeksTable, parts);
  };
  const { show } = draw(tableOf(false), { place: room });
  /** How many rows, with the heads, are seen whole; null where one is cut. */
  const seen = () => {
    const scroller = room.querySelector('table')?.parentElement;
    const bottom = (scroller?.getBoundingClientRect().top ?? 0) + 1 + (scroller?.clientHeight ?? 0);
    const boxes = [...room.querySelectorAll('tr')].map((row) => row.getBoundingClientRect());
    const isCut = boxes.some((box) => box.top < bottom - 1 && box.bottom > bottom + 1);
    return isCut ? null : boxes.filter((box) => box.bottom <= bottom + 1).length;
  };
  return { room, show: (isAll: boolean) => show(tableOf(isAll)), seen };
}

it('cuts no row where the room becomes less, as by a scroll bar, or more again', async () => {
  const { room, seen } = table(20, 172);
  await expect.poll(seen).toBe(7);
  room.style.height = '157px';
  await expect.poll(seen).toBe(6);
  room.style.height = '201px';
  await expect.poll(seen).toBe(8);
});

it('shows all rows where there is room for them, however high they are', async () => {
  const { room, show, seen } = table(5, 400);
  room.style.zoom = '0.9';
  await expect.poll(seen).toBe(7);
  const scroller = room.querySelector('table')?.parentElement;
  expect(scroller?.style.maxHeight).toBe('');
  room.style.height = '100px';
  await expect.poll(() => scroller?.style.maxHeight).not.toBe('');
  room.style.height = 'auto';
  show(true);
  await expect.poll(seen).toBe(7);
  expect(scroller?.style.maxHeight).toBe('');
});

it('adds up the weeks that lie out of sight, and shows them when asked', async () => {
  const weeks = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, 7, 3 + 7 * at)));
  const { room } = table(3, 200, ['', ...weeks.map((week) => week.toISOString().slice(0, 10))]);
  room.style.width = '650px'; // which the table notices by itself
  const scroller = room.querySelector('table')?.parentElement;
  if (!scroller) throw new Error('The table is not drawn.');
  const button = () => room.querySelector<HTMLButtonElement>('thead button');
  await expect
    .poll(() => button()?.title)
    .toMatch(/^\d+ earlier weeks, of them one without a date, added up below/);
  /** All weeks, those out of sight, and how many of the others are in sight. */
  const figures = () => {
    const [all, earlier] = [...room.querySelectorAll('tbody tr:nth-child(2) td')].map((cell) =>
      Number(cell.textContent),
    );
    const edge = button()?.getBoundingClientRect().right ?? 0;
    const seen = [...room.querySelectorAll('[data-week]')].filter(
      (week) => week.getBoundingClientRect().right > edge + 1,
    );
    return { all, sum: (earlier ?? 0) + seen.length };
  };
  expect(figures()).toEqual({ all: 13, sum: 13 });
  const before = button()?.textContent;
  button()?.click();
  await expect.poll(() => button()?.textContent).not.toBe(before);
  await expect.poll(figures).toEqual({ all: 13, sum: 13 });
  // Where not even a week finds room beside what stays, it goes by one.
  scroller.scrollLeft = 200;
  room.style.width = '250px';
  const left = scroller.scrollLeft;
  button()?.click();
  await expect.poll(() => scroller.scrollLeft).toBeLessThan(left);
  room.style.width = '650px';
  scroller.scrollLeft = 0;
  await expect.poll(() => button()?.getAttribute('aria-disabled')).toBe('true');
  expect(figures()).toEqual({ all: 13, sum: 13 });
});

it('is walked by arrows, and leaves keys of the browser to it', () => {
  const { room } = table(3, 200);
  const focused = () => (document.activeElement as HTMLElement | null)?.dataset.at;
  /** Whether the table took the key. */
  const takes = (how: KeyboardEventInit) =>
    !document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...how }),
    );
  room.querySelector<HTMLElement>('[data-at]')?.focus();
  const first = focused();
  expect(first).toBeDefined();
  for (const modifier of ['altKey', 'ctrlKey', 'metaKey'])
    expect(flushSync(() => takes({ key: 'ArrowDown', [modifier]: true }))).toBe(false);
  expect(focused()).toBe(first);
  expect(flushSync(() => takes({ key: 'ArrowDown' }))).toBe(true);
  expect(focused()).not.toBe(first);
});

it('has no column of earlier weeks where all find room', () => {
  expect(table(3, 200).room.querySelector('thead button')).toBeNull();
});

it('says before which weeks others are left out', () => {
  const { room } = table(1, 400, ['', '2026-08-31', '2026-09-14', '2026-09-21', '2026-10-12']);
  const heads = [...room.querySelectorAll<HTMLElement>('[data-week]')];
  const gaps = heads.map((head) => head.querySelector<HTMLElement>('[title]')?.title);
  expect(gaps).toEqual([
    undefined,
    undefined,
    '1 week left out before it',
    undefined,
    '2 weeks left out before it',
  ]);
});
