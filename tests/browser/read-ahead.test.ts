import { dehydrate, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createElement, StrictMode, Suspense, use, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished } from 'vitest';
import { ReadAhead } from '@/components/shell/read-ahead';

type Late = Parameters<typeof ReadAhead>[0]['late'];
type State = Parameters<typeof ReadAhead>[0]['state'];

const nothing: State = { mutations: [], queries: [] };

/** A page with a view that asks for `name` by itself, and what the view has asked. */
function somePage() {
  const host = document.createElement('div');
  const root = createRoot(host);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 } } });
  const asked: string[] = [];
  onTestFinished(() => {
    root.unmount();
    client.clear();
  });
  function View({ name, until }: { name: string; until?: Promise<void> | undefined }) {
    if (until !== undefined) use(until);
    const { data, error, isFetching } = useQuery({
      queryKey: [name],
      queryFn: () => {
        asked.push(name);
        return Promise.resolve(`own ${name}`);
      },
    });
    return `${isFetching ? '… ' : ''}${data ?? error?.message ?? 'nothing'}`;
  }
  const show = (name: string, late: Late, state = nothing, until?: Promise<void>) => {
    const view = createElement(View, { name, until });
    const page = createElement(ReadAhead, { state, late, children: view });
    const within = (children: ReactNode) => createElement(QueryClientProvider, { client }, children);
    root.render(createElement(StrictMode, null, createElement(Suspense, null, within(page))));
  };
  const leave = () => root.render(null);
  const shown = () => host.textContent;
  return { client, show, leave, shown, asked };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((...ways) => ([resolve, reject] = ways));
  return { promise, resolve, reject };
}

function lateRead(name: string) {
  const { promise, resolve, reject } = withResolvers<{ data: unknown } | { problem: unknown }>();
  return { late: [{ queryKey: [name], answer: promise }], resolve, reject };
}

it('shows a late answer, and what comes late for another search, without asking itself', async () => {
  const page = somePage();
  const [a, b] = [lateRead('a'), lateRead('b')];
  page.show('a', a.late);
  await expect.poll(page.shown).toBe('… nothing');
  a.resolve({ data: 'late a' });
  await expect.poll(page.shown).toBe('late a');
  page.show('b', b.late);
  await expect.poll(page.shown).toBe('… nothing');
  b.resolve({ data: 'late b' });
  await expect.poll(page.shown).toBe('late b');
  expect(page.asked).toEqual([]);
});

it('shows a late answer where React threw the first attempt to draw the page away', async () => {
  const page = somePage();
  const a = lateRead('a');
  const until = withResolvers<void>();
  page.show('a', a.late, nothing, until.promise);
  await new Promise((done) => setTimeout(done, 50));
  until.resolve();
  a.resolve({ data: 'late a' });
  await expect.poll(page.shown).toBe('late a');
  expect(page.asked).toEqual([]);
});

it('asks anew where the page of before comes back', async () => {
  const page = somePage();
  const a = lateRead('a');
  a.resolve({ problem: { code: 'service-timeout', detail: 'The service took too long.' } });
  page.show('a', a.late);
  await expect.poll(page.shown).toBe('The service took too long.');
  expect(page.asked).toEqual([]);
  page.leave();
  await expect.poll(page.shown).toBe('');
  page.client.clear();
  page.show('a', a.late);
  await expect.poll(page.shown).toBe('own a');
});

it('asks itself, once, where the page broke off or the session is over', async () => {
  const page = somePage();
  const [a, b] = [lateRead('a'), lateRead('b')];
  page.show('a', a.late);
  await expect.poll(page.shown).toBe('… nothing');
  a.reject(new Error('Connection closed.'));
  await expect.poll(page.shown).toBe('own a');
  page.show('b', b.late);
  b.resolve({ problem: { code: 'signed-out', detail: 'You are signed out.' } });
  await expect.poll(page.shown).toBe('own b');
  expect(page.asked).toEqual(['a', 'b']);
});

it('takes answers that came in time for new, whatever the server’s clock says, and for as old when it comes back', async () => {
  const page = somePage();
  const ahead = new QueryClient();
  ahead.setQueryData(['a'], 'read a', { updatedAt: Date.now() - 120_000 });
  const [query] = ahead.getQueryCache().getAll();
  if (query === undefined) expect.fail();
  const { state, queryKey, queryHash } = query;
  const dehydrated: State = {
    mutations: [],
    queries: [{ state, queryKey, queryHash, dehydratedAt: state.dataUpdatedAt }],
  };
  page.show('a', [], dehydrated);
  await expect.poll(page.shown).toBe('read a');
  await new Promise((done) => setTimeout(done, 50));
  expect([page.shown(), page.asked]).toEqual(['read a', []]);
  const { dataUpdatedAt } = page.client.getQueryState(['a']) ?? expect.fail();
  page.client.setQueryData(['a'], 'newer a', { updatedAt: dataUpdatedAt + 10 });
  page.leave();
  await expect.poll(page.shown).toBe('');
  page.show('a', [], dehydrated);
  await expect.poll(page.shown).toBe('newer a');
});

it('has an answer in the first drawing of the page, also to what the shell around it asks', () => {
  const page = somePage();
  const known = new QueryClient();
  known.setQueryData(['a'], 'of the server');
  const state = dehydrate(known);
  const Shell = ({ children }: { children: ReactNode }) => {
    useQuery({ queryKey: ['a'], queryFn: () => 'own' });
    return children;
  };
  const drawn: unknown[] = [];
  const View = () => {
    drawn.push(useQuery({ queryKey: ['a'], queryFn: () => 'own' }).data);
    return null;
  };
  const inside = createElement(ReadAhead, { state, late: [], children: createElement(View) });
  const shell = createElement(Shell, null, inside);
  renderToString(createElement(QueryClientProvider, { client: page.client }, shell));
  expect(drawn).toEqual(['of the server']);
});
