import { createElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useTableFocus } from '@/components/grid/use-table-focus';

interface Part {
  columns: readonly string[];
  rows: number;
}

/** A table whose heads are buttons, the last of them disabled, as that of a column that cannot be sorted. */
function Table({ columns, rows }: Part): ReactNode {
  const { table, onKeyDown, onFocus } = useTableFocus();
  const line = (row: number) =>
    columns.map((name) => createElement('td', { key: name, tabIndex: -1 }, `${name}${String(row)}`));
  const heads = columns.map((name) =>
    createElement(
      'th',
      { key: name, tabIndex: -1 },
      createElement('button', { tabIndex: -1, disabled: name === 'z' }, name),
    ),
  );
  const body = Array.from({ length: rows }, (_, row) => createElement('tr', { key: row }, line(row)));
  return createElement(
    'table',
    { role: 'grid', ref: table, onKeyDown, onFocus },
    createElement('thead', null, createElement('tr', null, heads)),
    createElement('tbody', null, body),
  );
}

function someTable(part: Part) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const show = (next: Part) => flushSync(() => root.render(createElement(Table, next)));
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  show(part);
  const focused = () => document.activeElement?.closest('td, th')?.textContent;
  const stops = () => [...place.querySelectorAll('[tabindex="0"]')].map((element) => element.textContent);
  return { place, show, focused, stops };
}

describe('a table that is walked by cells', () => {
  it('has one tab stop, the first cell of the first line, and keeps it where one was', async () => {
    const { focused, stops } = someTable({ columns: ['a', 'b', 'z'], rows: 3 });
    expect(stops()).toEqual(['a0']);
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe('a0');
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect([focused(), stops()]).toEqual(['b1', ['b1']]);
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBeUndefined();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(focused()).toBe('b1');
  });

  it('goes to the buttons of the heads, and to a head whose button is off', async () => {
    const { place, focused } = someTable({ columns: ['a', 'b', 'z'], rows: 3 });
    await userEvent.keyboard('{Tab}{Control>}{Home}{/Control}');
    expect(document.activeElement).toBe(place.querySelector('button'));
    await userEvent.keyboard('{End}');
    expect([focused(), document.activeElement?.tagName]).toEqual(['z', 'TH']);
    await userEvent.keyboard('{Control>}{End}{/Control}');
    expect(focused()).toBe('z2');
    await userEvent.keyboard('{Home}');
    expect(focused()).toBe('a2');
  });

  it('follows a press, and a column that is moved', async () => {
    const { place, show, focused, stops } = someTable({ columns: ['a', 'b', 'c'], rows: 2 });
    await userEvent.click(place.querySelectorAll('td')[4] ?? place);
    expect([focused(), stops()]).toEqual(['b1', ['b1']]);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(focused()).toBe('b');
    show({ columns: ['b', 'a', 'c'], rows: 2 });
    expect([focused(), stops()]).toEqual(['b', ['b']]);
    show({ columns: ['a', 'c', 'b'], rows: 2 });
    expect([focused(), stops()]).toEqual(['b', ['b']]);
    await userEvent.keyboard('{ArrowDown}{ArrowLeft}');
    expect(focused()).toBe('c0');
  });

  it('stays with the nearest cell when rows and columns go, and finds the first line when it comes', () => {
    const { show, stops } = someTable({ columns: ['a', 'b'], rows: 0 });
    expect(stops()).toEqual(['a']);
    show({ columns: ['a', 'b'], rows: 2 });
    expect(stops()).toEqual(['a0']);
    show({ columns: ['b'], rows: 1 });
    expect(stops()).toEqual(['b0']);
  });
});
