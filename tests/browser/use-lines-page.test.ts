import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import type { JournalAddress } from '@/components/journal/journal-address';
import { useLinesPage, type LinesPage } from '@/components/journal/lines/use-lines-page';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { defaultJournalQuery, type JournalQuery, type LineKey } from '@/lib/domain/journal/query';
import { draw } from './draw';

const pageSize = 100;
const asked: JournalQuery = { ...defaultJournalQuery, pageSize, columns: ['DocumentNo'] };
const aLine: LineKey = { template: 'ITEM', batch: 'DEFAULT', lineNo: 10_000 };
/** The row of `aLine`. */
const itsRow = 230;

/** A console with so many lines, each of which says in which connection, search and row it is. */
function someConsole(lines: number) {
  const world = {
    lines,
    /** So many lines have arrived of a read under way; undefined: all. */
    arrived: undefined as number | undefined,
    isDown: false,
    /** Pages that were asked for, in order. */
    pages: [] as number[],
    /** The console finds the line that is asked for. */
    hasLine: true,
    /** While it is set, answers wait. */
    held: null as Promise<void> | null,
  };
  vi.stubGlobal('fetch', async (path: string) => {
    const search = new URL(path, 'http://console').searchParams;
    const lineRow = !search.has('line') ? undefined : world.hasLine ? itsRow : null;
    const page =
      lineRow === undefined ? Number(search.get('page') ?? 1) : Math.floor((lineRow ?? 0) / pageSize) + 1;
    world.pages.push(page);
    await world.held;
    if (world.isDown) return Response.json({ code: 'service-unavailable' }, { status: 503 });
    const from = (page - 1) * pageSize;
    const rows = Array.from({ length: Math.max(0, Math.min(pageSize, world.lines - from)) }, (_, at) => ({
      DocumentNo: [search.get('connection'), search.get('q') ?? '', from + at].join(' '),
    }));
    const { arrived, lines: total } = world;
    return Response.json({
      ...{ rows, total, page, pageSize, lineRow, source: 'snapshot', arrived },
      ...{ copy: 'replica-1', asOf: '2026-11-20T08:00:00.000Z', refreshing: false },
    } satisfies JournalPage);
  });
  const hold = () => {
    let release: () => void = () => undefined;
    world.held = new Promise((resolve) => (release = resolve));
    return () => {
      world.held = null;
      release();
    };
  };
  return { world, hold };
}

/** The hook on a page. */
function somePage() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  const corrected = vi.fn<(page: number) => void>();
  let state: LinesPage | null = null;
  const Page = (props: {
    query: JournalQuery;
    connection: string;
    isAsked: boolean;
    line: LineKey | null;
  }) => {
    const address = { query: props.query, located: props.line, correctPage: corrected };
    // It reads nothing else of an address.
    state = useLinesPage(address as unknown as JournalAddress, props.connection, props.isAsked);
    return null;
  };
  const pageOf = (
    query = asked,
    { connection = 'main', isAsked = true, line = null as LineKey | null } = {},
  ) => createElement(Page, { query, connection, isAsked, line });
  const drawn = draw(pageOf({ ...asked }, { isAsked: false }), { data: client });
  const now = () => state as unknown as LinesPage; // it was drawn
  const first = () => now().page?.rows[0]?.['DocumentNo'];
  return {
    now,
    first,
    corrected,
    show: (...of: Parameters<typeof pageOf>) => drawn.show(pageOf(...of)),
    begins: (text: string) => expect.poll(first).toBe(text),
  };
}

it('keeps the page before, marked as old, until the next one is read, and while it cannot be', async () => {
  const { world, hold } = someConsole(250);
  const { now, first, begins, show } = somePage();
  show();
  expect([now().page, now().isOld]).toEqual([null, false]);
  await begins('main  0');
  expect([now().page?.total, now().isOld]).toEqual([250, false]);
  const release = hold();
  show({ ...asked, q: 'lamp' });
  expect([first(), now().isOld]).toEqual(['main  0', true]);
  world.isDown = true;
  release();
  await expect.poll(() => now().error?.name).toBe('ApiError');
  expect([first(), now().isOld]).toEqual(['main  0', true]);
  world.isDown = false;
  now().retry();
  await begins('main lamp 0');
  expect([now().isOld, now().error]).toEqual([false, null]);
});

it('never shows lines of another connection, nor any where nothing is asked', async () => {
  const { hold } = someConsole(250);
  const { now, begins, show } = somePage();
  show();
  await begins('main  0');
  show(asked, { isAsked: false });
  expect(now().page).toBe(null);
  const release = hold();
  show(asked, { connection: 'other' });
  expect([now().page, now().isOld]).toEqual([null, false]);
  release();
  await begins('other  0');
});

it('reads the next page ahead, so that turning to it shows it at once, and none beyond the last', async () => {
  const { world, hold } = someConsole(250);
  const { now, first, begins, show } = somePage();
  show();
  await begins('main  0');
  await expect.poll(() => world.pages).toEqual([1, 2]);
  const release = hold();
  show({ ...asked, page: 2 });
  expect([first(), now().isOld]).toEqual(['main  100', false]);
  await expect.poll(() => world.pages).toEqual([1, 2, 3]);
  release();
  show({ ...asked, page: 3 });
  await begins('main  200');
  expect(world.pages).toEqual([1, 2, 3]);
});

it('leads from a page past the end to the last one, once all lines are read', async () => {
  const { world } = someConsole(250);
  const { now, corrected, show } = somePage();
  world.arrived = 250;
  show({ ...asked, page: 9 });
  await expect.poll(() => now().page?.page).toBe(9);
  expect(corrected).not.toHaveBeenCalled();
  world.arrived = undefined;
  now().retry();
  await expect.poll(() => corrected.mock.calls).toEqual([[3]]);
});

it('asks for the page that holds a line, and reads the one after it ahead', async () => {
  const { world } = someConsole(1_000);
  const { now, begins, show } = somePage();
  show(asked, { line: aLine });
  await begins('main  200');
  expect(now().page?.page).toBe(3);
  await expect.poll(() => world.pages).toEqual([3, 4]);
});

it('stays on the page of a line that is posted meanwhile, and on the first one where it never was', async () => {
  const { world } = someConsole(1_000);
  const { now, begins, corrected, show } = somePage();
  world.hasLine = false;
  show({ ...asked, q: 'other' }, { line: aLine });
  await begins('main other 0');
  world.hasLine = true;
  show(asked, { line: aLine });
  await begins('main  200');
  expect(corrected).not.toHaveBeenCalled();
  world.hasLine = false;
  now().retry();
  await expect.poll(() => corrected.mock.calls).toEqual([[3]]);
});
