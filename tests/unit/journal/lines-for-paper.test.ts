import { afterEach, expect, it, vi } from 'vitest';
import { readLinesForPaper } from '@/lib/client/journal/lines-for-paper';
import type { JournalPage } from '@/lib/contract/journal/journal';
import { defaultJournalQuery } from '@/lib/domain/journal/query';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Answers questions in this order; each of 1,200 lines. @returns the pages that were asked for. */
function answering(answers: readonly Pick<JournalPage, 'copy' | 'arrived'>[]): (string | null)[] {
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    const page = new URL(address, 'http://console').searchParams.get('page');
    const answer = { ...answers[asked.length], rows: [{ LineNo: asked.length }], total: 1_200 };
    asked.push(page);
    return Promise.resolve(Response.json(answer));
  });
  return asked;
}

const read = (most = 2_000) =>
  readLinesForPaper(defaultJournalQuery, 'default', most, new AbortController().signal);

it('reads all pages there are, and no more than are printed', async () => {
  const asked = answering(Array.from({ length: 5 }, () => ({ copy: 'a' })));
  expect(await read()).toHaveLength(3);
  expect(await read(700)).toHaveLength(2);
  expect(asked).toEqual([null, '2', '3', null, '2']);
});

it('reads anew where a newer copy came between two pages, and gives up where that goes on', async () => {
  answering(['a', 'a', 'b', 'b', 'b', 'b'].map((copy) => ({ copy })));
  expect((await read())?.map(({ copy }) => copy)).toEqual(['b', 'b', 'b']);
  answering(Array.from({ length: 30 }, (_, at) => ({ copy: String(at) })));
  expect(await read()).toBeNull();
});

it('waits until the console has read all lines', async () => {
  vi.useFakeTimers();
  const asked = answering([{ copy: 'a', arrived: 400 }, { copy: 'a', arrived: 900 }, { copy: 'a' }]);
  const pages = read(400);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await pages).toHaveLength(1);
  expect(asked).toHaveLength(3);
});
