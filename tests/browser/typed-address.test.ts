import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished } from 'vitest';
import { useTypedAddress } from '@/components/access/filters/typed-address';
import { draw } from './draw';

// As Next puts its own method in place.
window.history.replaceState = window.history.replaceState.bind(window.history);

type Typed = ReturnType<typeof useTypedAddress>;

/** The access page's address beside its two text filters; `now` answers what the page last drew. */
function someAddress() {
  const before = window.location.href;
  onTestFinished(() => window.history.replaceState(null, '', before));
  window.history.replaceState(null, '', '?type=Customer');
  let typed: Typed | null = null;
  const Place = () => {
    typed = useTypedAddress();
    return null;
  };
  draw(createElement(Place), { address: window.location.search }); // Next never draws what is written here
  const now = () => typed as unknown as Typed; // it was drawn
  const query = () => Object.fromEntries(new URLSearchParams(window.location.search));
  return { now, query };
}

it('filters by what is typed at once, and writes it to the address when typing pauses', async () => {
  const { now, query } = someAddress();
  flushSync(() => now().fields.q.onChange('C0045'));
  expect([now().address[0].q, now().address[0].type, query()]).toEqual([
    'C0045',
    ['Customer'],
    { type: 'Customer' },
  ]);
  await expect.poll(query).toEqual({ type: 'Customer', q: 'C0045' });
  expect(now().fields.q.value).toBe('C0045');
});

it('writes no text to the address while keys go on', async () => {
  const { now, query } = someAddress();
  flushSync(() => now().fields.q.onChange('C00'));
  now().fields.q.onKey();
  await new Promise((resolve) => setTimeout(resolve, 600)); // twice the pause
  expect(query()).toEqual({ type: 'Customer' });
  flushSync(() => now().fields.q.onChange('C0045'));
  await expect.poll(query).toEqual({ type: 'Customer', q: 'C0045' });
});

it('writes what is typed along with another filter', async () => {
  const { now, query } = someAddress();
  flushSync(() => now().fields.q.onChange('C0045'));
  flushSync(() => now().fields.entity.onChange('1'));
  flushSync(() => void now().address[1]({ used: true }));
  expect(now().address[0]).toMatchObject({ q: 'C0045', entity: '1', used: true });
  await expect.poll(query).toEqual({ type: 'Customer', q: 'C0045', entity: '1', used: 'true' });
});

it('lets go of what is typed where another text is set, also of what was just written', async () => {
  const { now, query } = someAddress();
  flushSync(() => now().fields.q.onChange('C0045'));
  flushSync(() => now().fields.q.onLeave(now().fields.q.value));
  expect(query()).toEqual({ type: 'Customer', q: 'C0045' });
  flushSync(() => void now().address[1]({ q: null, type: null }));
  await expect.poll(query).toEqual({});
  expect([now().fields.q.value, now().address[0].q]).toEqual(['', '']);
});
