import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useAccessAddress } from '@/components/access/filters/access-address';
import { TypedSearchField } from '@/components/access/filters/access-toolbar';
import { SearchField } from '@/components/ui/fields/search-field';
import { draw } from './draw';

type Address = ReturnType<typeof useAccessAddress>;

/** The record filter of the access page; `now` answers what the page filters by. */
function someField(search: string) {
  const before = window.location.href;
  onTestFinished(() => window.history.replaceState(null, '', before));
  window.history.replaceState(null, '', search);
  let address: Address | null = null;
  const Place = () => {
    address = useAccessAddress();
    return createElement(TypedSearchField, { address, name: 'q', label: 'Record' });
  };
  const { place } = draw(createElement(Place), { address: search }); // Next never draws what is written here
  const field = place.querySelector('input') as HTMLInputElement; // it is drawn
  return {
    field,
    type: (text: string) =>
      flushSync(() => {
        field.focus();
        field.select();
        document.execCommand('insertText', false, text);
      }),
    now: () => (address as unknown as Address)[0], // it was drawn
    set: (...change: Parameters<Address[1]>) =>
      flushSync(() => (address as unknown as Address)[1](...change)),
    query: () => Object.fromEntries(new URLSearchParams(window.location.search)),
  };
}

it('filters by each key, and writes the text to the address when typing pauses, without blanks around it', async () => {
  const { type, now, query, field } = someField('?type=Customer');
  type('C0045 ');
  expect([now().q, now().type, query()]).toEqual(['C0045 ', ['Customer'], { type: 'Customer' }]);
  await expect.poll(query).toEqual({ type: 'Customer', q: 'C0045' });
  expect(field.value).toBe('C0045 ');
});

it('writes what is typed beside another filter, and when the field is left', async () => {
  const { type, set, now, query, field } = someField('?type=Customer');
  type('C0045');
  set({ used: true });
  flushSync(() => field.blur());
  expect(query()).toMatchObject({ q: 'C0045' }); // before the press that leads to another page
  expect(now()).toMatchObject({ q: 'C0045', used: true });
  await expect.poll(query).toEqual({ type: 'Customer', q: 'C0045', used: 'true' });
});

it('writes nothing for a person who only passes through the field', async () => {
  const { field, set, query } = someField('?q=10%20');
  flushSync(() => field.focus());
  flushSync(() => field.blur());
  set({ used: true }); // written together with all that waits
  await expect.poll(query).toEqual({ q: '10 ', used: 'true' });
});

it('gives way where another text is set', async () => {
  const { type, set, field, query } = someField('?type=Customer');
  type('C0045');
  set({ q: null, type: null });
  expect(field.value).toBe('');
  await expect.poll(query).toEqual({});
});

it('takes over what was typed into the served page', async () => {
  const onChange = vi.fn();
  const field = createElement(SearchField, { label: 'Search', value: '', onChange });
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(field);
  const input = place.querySelector('input') as HTMLInputElement; // it is drawn
  input.value = 'zurich';
  const root = hydrateRoot(place, field);
  onTestFinished(() => {
    flushSync(() => root.unmount());
    place.remove();
  });
  await expect.poll(() => onChange.mock.calls).toEqual([['zurich']]);
});
