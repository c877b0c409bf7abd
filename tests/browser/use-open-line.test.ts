import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import type { JournalAddress } from '@/components/journal/journal-address';
import { useOpenLine, type OpenLine } from '@/components/journal/line/use-open-line';
import type { LinesPage } from '@/components/journal/lines/use-lines-page';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { defaultJournalQuery, type JournalQuery, type LineKey } from '@/lib/domain/journal/query';
import { draw } from './draw';

const total = 300;
const keyOf = (row: number): LineKey => ({ template: 'ITEM', batch: 'DEFAULT', lineNo: row });
const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    JournalTemplateName: 'ITEM',
    JournalBatchName: 'DEFAULT',
    LineNo: first + at,
  }));
const pageOf = (page: number, pageSize: number): JournalPage => ({
  ...{ rows: rowsFrom((page - 1) * pageSize, pageSize), total, page, pageSize, source: 'snapshot' },
  ...{ copy: 'replica-1', asOf: '2026-11-20T08:00:00.000Z', refreshing: false },
});

/** The way to the neighbours of the line at this row of the list, which is named by its row, while `page` is shown. */
function someLine(row: number, page: JournalPage, asked: { pageSize: number; isOld: boolean }) {
  const pages: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    const search = new URL(path, 'http://console').searchParams;
    const pageSize = Number(search.get('pageSize') ?? 50);
    pages.push(search.get('line') ?? search.get('page') ?? '1');
    const number = search.has('line') ? Math.floor(row / pageSize) + 1 : Number(search.get('page') ?? 1);
    const answer = { ...pageOf(number, pageSize), ...(search.has('line') && { lineRow: row }) };
    return Promise.resolve(Response.json(answer));
  });
  const openLine = vi.fn<JournalAddress['openLine']>();
  const first = { ...defaultJournalQuery, pageSize: asked.pageSize, columns: ['DocumentNo'] };
  const state = { page, isOld: asked.isOld } as LinesPage;
  let open: OpenLine | null = null;
  const line = keyOf(row);
  const Page = ({ query, isClosed = false }: { query: JournalQuery; isClosed?: boolean }) => {
    const address = { query, line: isClosed ? null : line, openLine } as unknown as JournalAddress; // the hook reads nothing else
    open = useOpenLine(address, 'main', state, true, () => undefined);
    return null;
  };
  const data = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { show } = draw(createElement(Page, { query: first }), { data });
  const now = () => open as unknown as OpenLine; // it was drawn
  return {
    step: (by: 1 | -1) => now().neighbours.step(by),
    stand: (on: number) => now().stand(on),
    close: () => show(createElement(Page, { query: first, isClosed: true })),
    turnTo: (next: number) => show(createElement(Page, { query: { ...first, page: next } })),
    isRead: () => pages.length > 0 && data.isFetching() === 0,
    ...{ openLine, pages },
  };
}

it('leads to the next line also while the lines of another page size are still shown', async () => {
  const { step, openLine } = someLine(120, pageOf(1, 100), { pageSize: 50, isOld: true });
  step(1);
  await expect.poll(() => openLine.mock.calls).toEqual([[keyOf(121), 3]]);
});

it('asks for nothing above the first line, where another page is shown', async () => {
  const { step, openLine, pages } = someLine(0, pageOf(3, 50), { pageSize: 50, isOld: false });
  step(-1);
  step(1);
  await expect.poll(() => openLine.mock.calls).toEqual([[keyOf(1), 1]]);
  expect(new Set(pages)).toEqual(new Set(['ITEM/DEFAULT/0', '1']));
});

it('follows the row that a person stands on, but not after the page is turned', () => {
  vi.useFakeTimers();
  const { stand, turnTo, openLine } = someLine(3, pageOf(1, 50), { pageSize: 50, isOld: false });
  stand(4);
  vi.runAllTimers();
  expect(openLine.mock.calls).toEqual([[keyOf(4), 1]]);
  stand(49);
  turnTo(2);
  vi.runAllTimers();
  expect(openLine).toHaveBeenCalledTimes(1);
});

it('opens no neighbour that is still read when the line is closed', async () => {
  const { step, close, openLine, isRead } = someLine(49, pageOf(1, 50), { pageSize: 50, isOld: false });
  step(1);
  close();
  await expect.poll(isRead).toBe(true);
  await new Promise((resolve) => setTimeout(resolve)); // the next task: what follows from the answer is done
  expect(openLine).not.toHaveBeenCalled();
});
