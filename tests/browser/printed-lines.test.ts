import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { PrintedLines, type LinesForPaper } from '@/components/journal/print/printed-lines';
import { inCurrency } from '@/components/journal/value-format';
import { labelsQuery } from '@/lib/client/labels';
import { currencyOf } from '@/lib/domain/currency';
import { journalField } from '@/lib/domain/journal/field-index';
import { journalPresets } from '@/lib/domain/journal/presets';
import { draw } from './draw';

const fields = journalPresets[0].columns.flatMap((name) => journalField(name) ?? []);

const line = (lineNo: number) => ({
  JournalTemplateName: 'ITEM',
  JournalBatchName: 'DEFAULT',
  LineNo: lineNo,
  ItemNo: '1896-S',
  BssiEntityID: '300',
  Amount: 1_240.5,
  UnitCost: 12.25,
});

const lines: LinesForPaper = {
  ...{ rows: [line(10_000), line(20_000)], total: 3_000, first: 100 },
  ...{ asOf: '2026-11-29T10:00:00Z', copy: 'c-7' },
  sums: {
    'Amount.in': '7302853.21',
    'Amount.out': '-7997730.66',
    'Amount.net': '-694877.45',
    'Quantity.net': '5',
  },
  mixed: ['Quantity'],
  uncounted: [{ entryType: 'Verkauf', lines: 3 }],
};

function paper(asked: LinesForPaper | null, page: LinesForPaper | null, isOld = false) {
  const onEnd = vi.fn();
  const data = new QueryClient();
  data.setQueryData(labelsQuery('default', 'entities').queryKey, {
    entities: [['300', 'Cronus France', null]],
    records: [],
  });
  const euros = fields.map((field) => inCurrency(field, currencyOf('EUR')));
  const part = createElement(PrintedLines, {
    ...{ asked, page, isOld, onEnd, connection: 'default', fields: euros },
    sort: [{ field: 'Amount', descending: true }],
    conditions: ['Cronus France · 300'],
  });
  draw(part, { data });
  return { onEnd };
}

const sheet = () => document.querySelector<HTMLElement>('body > [data-print="sheet"]');
const print = (event: 'beforeprint' | 'afterprint') =>
  flushSync(() => window.dispatchEvent(new Event(event)));

it('prints no lines of a page before, which the conditions of now would not match', () => {
  paper(null, lines, true);
  print('beforeprint');
  expect(sheet()).toBeNull();
  print('afterprint');
});

it('puts the lines of the page on paper while the browser prints, and nothing else', () => {
  paper(null, lines);
  expect(sheet()).toBeNull();
  print('beforeprint');
  const words = sheet()?.innerText ?? sheet()?.textContent ?? '';
  expect(words).toContain('Lines 101 to 102 of 3,000: Cronus France · 300.');
  expect(words).toContain('Sorted by Amount descending.');
  expect(words).toContain('copy c-7');
  const totals = sheet()?.querySelector('table')?.textContent;
  expect(totals).toContain('Totals of all 3,000 lines');
  expect(totals).toContain('-694,877.45');
  expect(totals).toContain('several units');
  expect(words).toContain('Not counted: 3 lines of entry type “Verkauf”.');
  print('afterprint');
  expect(sheet()).toBeNull();
});

it('shows columns that do not fit on a sheet in a second table, led by the line and its item', () => {
  paper(null, lines);
  print('beforeprint');
  const tables = [...(sheet()?.querySelectorAll('table') ?? [])].slice(1); // after the totals
  expect(tables.length).toBeGreaterThan(1);
  const headsOf = (table: HTMLTableElement | undefined) =>
    [...(table?.querySelectorAll('thead th') ?? [])].map((head) => head.textContent);
  for (const table of tables.slice(1))
    expect(headsOf(table).slice(0, 3)).toEqual(['Row', 'Line No.', 'Item No.']);
  expect(new Set(tables.flatMap(headsOf))).toEqual(
    new Set(['Row', ...fields.map((field) => inCurrency(field, currencyOf('EUR')).label)]),
  );
  expect(headsOf(tables[0])).toContain('Amount (EUR)');
  for (const table of tables) {
    expect(table.tBodies[0]?.rows.length).toBe(2);
    expect(table.tBodies[0]?.rows[0]?.cells[0]?.textContent).toBe('101');
    expect(table.offsetWidth).toBeLessThanOrEqual(1000);
  }
  expect(sheet()?.textContent).toContain('Cronus France · 300');
  expect(sheet()?.textContent).toMatch(/ Printed on \S+ \d/);
  print('afterprint');
});

it('breaks no date and no word of a head, however long other values are', () => {
  const named = 'A description that takes all the width that the other columns leave';
  const rows = Array.from({ length: 300 }, (_, at) => ({
    ...{ ...line(at), PostingDate: '2026-11-15', DocumentDate: '2026-11-15', Description: named },
    ...{
      JournalTemplateName: 'CONSUMPTION',
      DocumentNo: 'CON000007',
      Quantity: 5,
      LocationCode: 'EAST-NORTH',
    },
  }));
  paper(null, { ...lines, rows });
  print('beforeprint');
  const section = sheet();
  if (section === null) throw new Error('There is no sheet.');
  Object.assign(section.style, { display: 'block', width: '960px' });
  const linesOf = (text: Element): number => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  };
  const tables = [...section.querySelectorAll('table')].slice(1);
  const dates = tables.flatMap((table) =>
    [...table.querySelectorAll('tbody td')].filter(({ textContent }) => /^Nov 15, 2026$/.test(textContent)),
  );
  expect(dates.length).toBeGreaterThan(0);
  expect(Math.max(...dates.map(linesOf))).toBe(1);
  for (const head of tables.flatMap((table) => [...table.querySelectorAll('thead th')]))
    expect(linesOf(head.firstElementChild ?? head), head.textContent).toBeLessThanOrEqual(
      head.textContent.split(/[ -]/).length,
    );
  for (const table of tables) expect(table.offsetWidth).toBeLessThanOrEqual(960);
  // The item beside the number of its line.
  const item = tables[1]?.tBodies[0]?.rows[0]?.cells[2];
  expect(item && Number.parseFloat(getComputedStyle(item).paddingLeft)).toBeGreaterThanOrEqual(10);
  print('afterprint');
});

it('prints lines that were asked for once, and is done when the browser is', () => {
  const printed = vi.spyOn(window, 'print').mockReturnValue(undefined);
  const { onEnd } = paper({ ...lines, first: 0, total: 2 }, null);
  expect(printed).toHaveBeenCalledTimes(1);
  expect(sheet()?.textContent).toContain('All 2 lines');
  expect(onEnd).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('afterprint'));
  expect(onEnd).toHaveBeenCalledTimes(1);
});
