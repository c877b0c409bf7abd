import { describe, expect, it } from 'vitest';
import type { WireAnswer } from '@/lib/server/upstream/transport/exchange';
import { mostPages, readPages } from '@/lib/server/upstream/odata/paging';

const pageAt = (at: number): URL => new URL(`https://api.example.test/set?page=${at}`);

/** Pages of a list of `length` pages, each naming the next, and how many were asked for. */
function pagesOf(length: number): { pages: AsyncGenerator<unknown>; asked: () => number } {
  let asked = 0;
  const answer = (url: URL): Promise<WireAnswer> => {
    asked++;
    const at = Number(url.searchParams.get('page'));
    const link = at < length ? { '@odata.nextLink': pageAt(at + 1).href } : {};
    const body = Buffer.from(JSON.stringify({ value: [], ...link }));
    return Promise.resolve({
      status: 200,
      header: () => null,
      body,
      sentTick: 0,
      wireBytes: body.length,
      release: () => undefined,
    });
  };
  const pages = readPages({
    open: async () => ({ url: pageAt(1), answer: await answer(pageAt(1)) }),
    get: answer,
    follow: (link) => new URL(link),
    keyField: 'Key',
  });
  return { pages, asked: () => asked };
}

async function countOf(pages: AsyncGenerator<unknown>): Promise<number> {
  let count = 0;
  while ((await pages.next()).done !== true) count++;
  return count;
}

describe('a list of pages', () => {
  it('may be as long as the limit', async () => {
    const { pages } = pagesOf(mostPages);
    expect(await countOf(pages)).toBe(50_000);
  });

  it('that goes on beyond it is given up as malformed', async () => {
    const { pages, asked } = pagesOf(mostPages + 1);
    await expect(countOf(pages)).rejects.toMatchObject({ code: 'service-malformed', kind: 'shape' });
    expect(asked()).toBe(50_000);
  });
});
