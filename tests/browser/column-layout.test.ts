import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished } from 'vitest';
import { changeColumnLayout, useColumnLayout } from '@/components/journal/columns/column-layout';
import { draw } from './draw';

it('takes over what another tab has changed, and changes no more of it than was asked', () => {
  onTestFinished(() => localStorage.clear());
  const Sizes = () => JSON.stringify(useColumnLayout().sizes);
  const { place } = draw(createElement(Sizes));
  flushSync(() => changeColumnLayout(() => ({ sizes: { ItemNo: 100 } })));
  const [key = ''] = Object.keys(localStorage);
  localStorage.setItem(key, JSON.stringify({ sizes: { ItemNo: 100, Quantity: 200 } }));
  flushSync(() => window.dispatchEvent(new StorageEvent('storage', { key })));
  expect(place.textContent).toBe('{"ItemNo":100,"Quantity":200}');
  flushSync(() => changeColumnLayout(({ sizes }) => ({ sizes: { ...sizes, ItemNo: 300 } })));
  expect(place.textContent).toBe('{"ItemNo":300,"Quantity":200}');
});
