import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { createElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished } from 'vitest';
import { useAddress } from '@/lib/client/address/use-address';
import { exactText, exactTexts, flag, oneOf, parameter, withFallback } from '@/lib/client/address/parameters';
import { draw } from './draw';

const parameters = {
  type: exactTexts,
  q: withFallback<string>(exactText, ''),
  rows: oneOf(['some', 'none']),
  used: flag,
  pair: { ...parameter((text) => JSON.parse(text) as string[]), name: 'two' },
};

type Address = ReturnType<typeof useAddress<typeof parameters>>;

/** A page with that search; `now` answers what it last drew, `arrive` has Next draw a search. */
function somePage(search: string, history: 'push' | 'replace' = 'replace') {
  const before = window.location.href;
  onTestFinished(() => {
    window.history.replaceState(null, '', before);
  });
  window.history.replaceState(null, '', search === '' ? window.location.pathname : search);
  let address: Address | null = null;
  let arrived: ((search: string) => void) | null = null;
  const Page = () => {
    address = useAddress(parameters, history);
    return null;
  };
  const Router = () => {
    const [drawn, setDrawn] = useState(search);
    arrived = setDrawn;
    return createElement(SearchParamsContext, { value: new URLSearchParams(drawn) }, createElement(Page));
  };
  draw(createElement(Router));
  return {
    now: () => (address as unknown as Address)[0], // it was drawn
    set: (...change: Parameters<Address[1]>) =>
      flushSync(() => (address as unknown as Address)[1](...change)),
    arrive: (next: string) => flushSync(() => arrived?.(next)),
  };
}

const nothing = { type: [], q: '', rows: null, used: false, pair: null };
const search = () => window.location.search;

it('reads what an address says, and falls back where it says nothing valid', () => {
  expect(somePage('?type=A&type=B&q=x&rows=some&used=true&two=["1"]').now()).toEqual({
    type: ['A', 'B'],
    q: 'x',
    rows: 'some',
    used: true,
    pair: ['1'],
  });
  expect(somePage('?q=%00&rows=all&used=1&two=[').now()).toEqual(nothing);
});

it('draws what is written at once, leaves defaults out and other parameters in', async () => {
  const { now, set } = somePage('?other=a%20b&q=x');
  set({ type: ['A&B', "it's"], q: null, used: true, rows: null });
  expect(now()).toEqual({ ...nothing, type: ['A&B', "it's"], used: true });
  await expect.poll(search).toBe('?other=a+b&type=A%26B&type=it%27s&used=true');
  set(null);
  expect(now()).toEqual(nothing);
  await expect.poll(search).toBe('?other=a+b');
});

it('writes both of two changes that follow each other at once', async () => {
  const { now, set } = somePage('?q=x');
  set({ used: true });
  set((shown) => ({ type: [...shown.type, 'A'] }));
  set((shown) => ({ type: [...shown.type, 'B'] }));
  expect(now()).toEqual({ ...nothing, q: 'x', used: true, type: ['A', 'B'] });
  await expect.poll(search).toBe('?q=x&used=true&type=A&type=B');
});

it('keeps a value the same object until its own texts change', () => {
  const { now, set } = somePage('?type=A');
  const { type } = now();
  set({ q: 'x' });
  expect(now().type).toBe(type);
});

it('shows the newest value while Next draws the ones before it, and then follows Next', async () => {
  const { now, set, arrive } = somePage('?q=a');
  set({ q: 'b' });
  await expect.poll(search).toBe('?q=b');
  set({ q: 'c' });
  arrive('?q=b');
  expect(now().q).toBe('c');
  await expect.poll(search).toBe('?q=c');
  arrive('?q=c');
  window.history.pushState(null, '', '?q=a'); // as a link of Next's does
  arrive('?q=a');
  await expect.poll(() => now().q).toBe('a');
});

it('writes typed text when typing pauses, and at once with a change of the same part', async () => {
  const { now, set } = somePage('');
  set({ q: 'x' }, 'typed');
  set({ used: true });
  expect(now()).toEqual({ ...nothing, q: 'x', used: true });
  await expect.poll(search).toBe('?used=true');
  await expect.poll(search).toBe('?used=true&q=x');
  set({ q: 'xy' }, 'typed');
  set({ q: null });
  expect(now().q).toBe('');
  await expect.poll(search).toBe('?used=true');
});

it('has a change by which a field is left in the address at once, as one entry', () => {
  const { set } = somePage('?q=a', 'push');
  const field = document.body.appendChild(document.createElement('input'));
  onTestFinished(() => field.remove());
  field.addEventListener('focusout', () => {
    set({ q: 'b' });
    set({ used: true });
  });
  const entries = window.history.length;
  field.focus();
  field.blur();
  expect([search(), window.history.length]).toEqual(['?q=b&used=true', entries + 1]);
});

it('makes one entry of what one task writes, and goes back by it', async () => {
  const { now, set, arrive } = somePage('?q=a', 'push');
  const entries = window.history.length;
  set({ q: 'b' });
  set({ used: true });
  await expect.poll(search).toBe('?q=b&used=true');
  expect(window.history.length).toBe(entries + 1);
  window.history.back();
  await expect.poll(search).toBe('?q=a');
  arrive('?q=a'); // as Next does after a step back
  await expect.poll(now).toEqual({ ...nothing, q: 'a' });
});
