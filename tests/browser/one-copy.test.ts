import { QueryClient, useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { useOneCopy } from '@/lib/client/journal/one-copy';
import { journalFacetsQuery, journalGroupsQuery, journalPageQuery } from '@/lib/client/journal/journal';
import { journalChecksQuery } from '@/lib/client/journal/journal';
import { defaultJournalQuery } from '@/lib/domain/journal/query';
import { draw } from './draw';

const [morning, noon] = ['2026-11-20T08:00:00.000Z', '2026-11-20T12:00:00.000Z'];
const day = '2026-11-20';
const all = (asOf: string): string[] => [asOf, asOf, asOf, asOf];

/** A page of four parts, each of which is answered from the copy of that hour; how often each was asked for. */
function somePage() {
  const world = { asOf: morning, late: new Set<string>() };
  const asked = new Map<string, number>();
  vi.stubGlobal('fetch', (path: string) => {
    const part = /journal\/?(\w*)/.exec(path)?.[1] ?? '';
    asked.set(part, (asked.get(part) ?? 0) + 1);
    const asOf = world.late.has(part) ? morning : world.asOf;
    return Promise.resolve(Response.json({ copy: `replica-${asOf}`, asOf, refreshing: false }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  const byEntity = { by: ['BssiEntityID'], sum: [], pivot: null };
  const page = journalPageQuery(defaultJournalQuery, 'main');
  const hours: Record<string, string> = {};
  const Page = () => {
    useOneCopy('main');
    hours['lines'] = useQuery(page).data?.asOf ?? '';
    hours['groups'] = useQuery(journalGroupsQuery(defaultJournalQuery, byEntity, 'main')).data?.asOf ?? '';
    hours['facets'] = useQuery(journalFacetsQuery('ItemNo', defaultJournalQuery, 'main')).data?.asOf ?? '';
    hours['checks'] = useQuery(journalChecksQuery(defaultJournalQuery, day, 'main')).data?.asOf ?? '';
    return null;
  };
  draw(createElement(Page), { data: client });
  const hoursAre = (want: string[]) => expect.poll(() => Object.values(hours)).toEqual(want);
  return { world, asked, client, page, hoursAre };
}

it('asks all parts again where one is of a newer copy, so that all are of that', async () => {
  const { world, client, page, hoursAre } = somePage();
  await hoursAre(all(morning));
  world.asOf = noon;
  await client.refetchQueries({ queryKey: page.queryKey });
  await hoursAre(all(noon));
});

it('throws away what nobody looks at and is of an older copy', async () => {
  const { world, client, page, hoursAre } = somePage();
  const other = journalPageQuery({ ...defaultJournalQuery, page: 2 }, 'main');
  await client.prefetchQuery(other);
  await hoursAre(all(morning));
  world.asOf = noon;
  await client.refetchQueries({ queryKey: page.queryKey });
  expect(client.getQueryData(other.queryKey)).toBeUndefined();
});

it('asks once for each newer copy where another replica goes on answering from an older one', async () => {
  const { world, asked, client, page, hoursAre } = somePage();
  await hoursAre(all(morning));
  world.asOf = noon;
  world.late.add('checks');
  const before = asked.get('checks') ?? 0;
  for (let time = 0; time < 3; time++) await client.refetchQueries({ queryKey: page.queryKey });
  await hoursAre([noon, noon, noon, morning]);
  expect((asked.get('checks') ?? 0) - before).toBe(1);
});
