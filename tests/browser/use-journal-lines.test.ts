import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { useJournalLines } from '@/components/journal/lines/use-journal-lines';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { defaultJournalQuery, linesInBlock, type JournalQuery } from '@/lib/domain/journal/query';
import { draw } from './draw';

type Lines = ReturnType<typeof useJournalLines>;

const asked: JournalQuery = { ...defaultJournalQuery, pageSize: linesInBlock, columns: ['DocumentNo'] };
const [morning, noon] = ['2026-11-20T08:00:00.000Z', '2026-11-20T12:00:00.000Z'];

/** A console with so many lines, each of which says in which connection, search, copy and row it is. */
function someConsole(lines: number) {
  const world = {
    lines,
    asOf: morning,
    /** So many lines have arrived of a read under way; undefined: all. */
    arrived: undefined as number | undefined,
    isDown: false,
    /** Pages that were asked for. */
    pages: [] as number[],
    /** Pages whose reading was ended before they had come. */
    ended: [] as number[],
    /** While it is set, answers wait. */
    held: null as Promise<void> | null,
  };
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit = {}) => {
    const search = new URL(path, 'http://console').searchParams;
    const [page, q] = [Number(search.get('page') ?? 1), search.get('q') ?? ''];
    world.pages.push(page);
    signal?.addEventListener('abort', () => world.ended.push(page));
    await world.held;
    if (world.isDown) return Response.json({ code: 'service-unavailable' }, { status: 503 });
    const from = (page - 1) * linesInBlock;
    const rows = Array.from({ length: Math.max(0, Math.min(linesInBlock, world.lines - from)) }, (_, at) => ({
      DocumentNo: [search.get('connection'), q, world.asOf.slice(11, 13), from + at].join(' '),
    }));
    const { asOf, arrived, lines: total } = world;
    return Response.json({
      ...{ rows, total, page, pageSize: linesInBlock, source: 'snapshot', arrived },
      ...{ copy: `replica-${asOf}`, asOf, refreshing: arrived !== undefined },
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

/** The hook on a page, and how often that was drawn. */
function somePage(first = asked, staleTime = 60_000) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime, retry: false } } });
  let lines: Lines | null = null;
  let drawings = 0;
  const rests: number[] = [];
  const Page = (props: { query: JournalQuery; connection: string; isAsked: boolean }) => {
    drawings++;
    lines = useJournalLines(props.query, props.connection, props.isAsked, (page) => rests.push(page));
    return null;
  };
  const pageOf = (query = asked, connection = 'main', isAsked = true) =>
    createElement(Page, { query, connection, isAsked });
  const { show } = draw(pageOf(first), { data: client });
  const now = () => lines as unknown as Lines; // it was drawn
  const at = (row: number) => now().lines?.at(row)?.['DocumentNo'];
  const came = (row: number, text: string) => expect.poll(() => at(row)).toBe(text);
  return {
    client,
    draw: (...of: Parameters<typeof pageOf>) => show(pageOf(...of)),
    now,
    at,
    came,
    rests,
    drawings: () => drawings,
  };
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

it('keeps the lines of the question before, marked as old, until those of the new one come', async () => {
  const { hold } = someConsole(250);
  const { now, at, came, draw } = somePage();
  expect([now().lines, now().isOld]).toEqual([null, false]);
  await came(0, 'main  08 0');
  expect([now().lines?.count, now().lines?.isCounted, now().isOld]).toEqual([250, true, false]);
  const release = hold();
  draw({ ...asked, q: 'lamp' });
  expect([at(0), now().isOld]).toEqual(['main  08 0', true]);
  release();
  await came(0, 'main lamp 08 0');
  expect(now().isOld).toBe(false);
});

it('reads nothing of the new question for rows of the one before', async () => {
  const { world, hold } = someConsole(5_000);
  const { now, came, draw } = somePage();
  await came(0, 'main  08 0');
  const release = hold();
  draw({ ...asked, q: 'lamp' });
  now().show(4_000, 4_020);
  await pause(600);
  release();
  await came(0, 'main lamp 08 0');
  expect(world.pages).toEqual([1, 1]);
});

it('never shows lines of another connection, nor any where nothing is asked', async () => {
  const { hold, world } = someConsole(250);
  const { now, came, draw } = somePage();
  await came(0, 'main  08 0');
  draw(asked, 'main', false);
  expect(now().lines).toBe(null);
  const release = hold();
  draw(asked, 'other');
  expect([now().lines, now().isOld]).toEqual([null, false]);
  release();
  await came(0, 'other  08 0');
  expect(world.pages).toEqual([1, 1]);
});

it('reads blocks as they come into view, each once, and draws nothing for it until scrolling rests', async () => {
  const { world } = someConsole(5_000);
  const { now, at, came, drawings, rests } = somePage();
  await came(0, 'main  08 0');
  const drawn = drawings();
  const told: number[] = [];
  now().lines?.onCame(({ page }) => told.push(page));
  // Somebody scrolls on and on.
  for (let top = 0; top < 400; top += 20) {
    now().show(top, top + 20);
    await pause(20);
  }
  await came(400, 'main  08 400');
  expect(told.length).toBeGreaterThan(2);
  expect(new Set(told).size).toBe(told.length);
  expect(drawings()).toBe(drawn);
  now().show(0, 20);
  await expect.poll(() => rests.at(-1)).toBe(1);
  now().show(380, 400);
  await expect.poll(() => rests.at(-1)).toBe(4);
  expect([at(0), at(250), at(400)]).toEqual(['main  08 0', 'main  08 250', 'main  08 400']);
  expect(world.pages.toSorted((a, b) => a - b)).toEqual([...new Set(world.pages)].sort((a, b) => a - b));
});

it('does not read what scrolls by fast, nor beyond the last line', async () => {
  const { world } = someConsole(5_000);
  const { now, came } = somePage();
  await came(0, 'main  08 0');
  for (let top = 200; top <= 4_980; top += 239) now().show(top, top + 19);
  await came(4_999, 'main  08 4999');
  await pause(600);
  expect(world.pages).toEqual([1, 50]);
});

it('reads few blocks at once where the console is slow, and then what is in view by then', async () => {
  const { world, hold } = someConsole(5_000);
  const { now, came } = somePage();
  await came(0, 'main  08 0');
  const release = hold();
  for (const top of [1_020, 2_020, 3_020]) {
    now().show(top, top + 20);
    await pause(150);
  }
  now().show(4_020, 4_040);
  release();
  await came(4_030, 'main  08 4030');
  expect(world.pages.filter((page) => page > 20 && page < 40)).toEqual([]);
});

it('takes a newer copy for the whole list: no line is left of the older one', async () => {
  const { world } = someConsole(1_000);
  const { now, at, came, rests } = somePage();
  await came(0, 'main  08 0');
  now().show(480, 500);
  await came(480, 'main  08 480');
  await expect.poll(() => rests.at(-1)).toBe(5);
  [world.asOf, world.lines] = [noon, 900];
  now().show(880, 899);
  await came(899, 'main  12 899');
  await expect.poll(() => now().lines?.count).toBe(900);
  await expect.poll(() => now().lines?.newest.asOf).toBe(noon);
  const older = () =>
    [at(0), at(480)].filter((text) => text !== undefined && !String(text).startsWith('main  12'));
  await expect.poll(older).toEqual([]);
  now().show(0, 20);
  await came(0, 'main  12 0');
});

it('asks a console that goes on answering from an older copy only once more', async () => {
  const { world } = someConsole(1_000);
  const { now, came } = somePage();
  world.asOf = noon;
  await expect.poll(() => now().lines?.newest.asOf).toBe(noon);
  world.asOf = morning;
  now().show(480, 500);
  await came(480, 'main  08 480');
  await pause(1_000);
  expect(world.pages.filter((page) => page === 5).length).toBeLessThanOrEqual(3);
});

it('says of lines that are still arriving that they are not all, and takes the whole copy for them', async () => {
  const { world } = someConsole(200);
  world.arrived = 200;
  world.asOf = noon;
  const { now, came } = somePage();
  await came(0, 'main  12 0');
  expect([now().lines?.count, now().lines?.isCounted, now().lines?.newest.arrived]).toEqual([
    200,
    false,
    200,
  ]);
  // Another replica has all lines, though of an earlier time.
  [world.arrived, world.lines, world.asOf] = [undefined, 300, morning];
  await expect.poll(() => now().lines?.isCounted, { timeout: 4_000 }).toBe(true);
  expect(now().lines?.count).toBe(300);
});

it('reads lines of a selection that are not here, all of one time', async () => {
  const { world } = someConsole(1_000);
  const { now, came } = somePage();
  await came(0, 'main  08 0');
  world.asOf = noon;
  const lines = (await now().lines?.read(50, 349)) ?? [];
  expect(lines).toHaveLength(300);
  expect(lines.map((line) => line['DocumentNo'])).toEqual(
    Array.from({ length: 300 }, (_, at) => `main  12 ${String(50 + at)}`),
  );
  world.isDown = true;
  await expect(now().lines?.read(600, 650)).rejects.toMatchObject({ name: 'ApiError' });
});

it('ends the reading for a selection that is there no longer, but for what others need', async () => {
  const { world, hold } = someConsole(5_000);
  const { now, came } = somePage();
  await came(0, 'main  08 0');
  const release = hold();
  const [first, second, both] = [new AbortController(), new AbortController(), new AbortController()];
  const { lines } = now();
  if (lines === null) throw new Error('There are no lines.');
  const read = (top: number, bottom: number, { signal }: AbortController) =>
    lines.read(top, bottom, signal).then(
      (rows) => rows.length,
      () => 'ended',
    );
  const answers = [read(1_000, 1_999, first), read(2_000, 2_050, second), read(2_000, 2_050, both)];
  await expect.poll(() => world.pages).toEqual([1, 11, 21]);
  first.abort();
  second.abort();
  await expect.poll(() => world.ended).toEqual([11]);
  release();
  expect(await Promise.all(answers)).toEqual(['ended', 51, 51]);
  expect(world.pages).toEqual([1, 11, 21]); // none of the blocks after it
  const again = new AbortController();
  expect(await read(1_000, 1_050, again)).toBe(51);
});

it('keeps the lines that are here when others cannot be read, says so, and reads them once it can', async () => {
  const { world } = someConsole(1_000);
  const { now, at, came } = somePage();
  await came(0, 'main  08 0');
  world.isDown = true;
  now().show(480, 500);
  await expect.poll(() => now().error?.name).toBe('ApiError');
  expect([now().lines?.count, now().isOld, at(480)]).toEqual([1_000, false, undefined]);
  world.isDown = false;
  now().retry();
  await came(480, 'main  08 480');
  await expect.poll(() => now().error).toBe(null);
});
