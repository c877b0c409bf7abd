import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { expect, it } from 'vitest';
import { Combobox } from '@/components/ui/fields/combobox';
import { draw } from './draw';

/** A field with a list that is open or not, over options of these names. */
function someCombobox() {
  const { place, show: draws } = draw(null);
  const taken: string[] = [];
  const show = (names: readonly string[], isOpen = true, disabled?: string) => {
    const options = names.map((key) => ({
      ...{ key, content: key, isDisabled: key === disabled },
      onChoose: () => taken.push(key),
    }));
    const texts = { label: 'Record', listLabel: 'Records', placeholder: '', text: '1', status: '' };
    const popup = { isOpen, onOpen: () => undefined };
    const props = { ...texts, onText: () => undefined, groups: [{ name: null, options }], popup };
    draws(createElement(Combobox, props));
  };
  const field = () => place.querySelector('input') as HTMLInputElement; // it is drawn
  const press = (key: string) =>
    flushSync(() => field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  const active = () =>
    document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
  return { show, field, press, active, taken };
}

it('is called expanded only while its options are there', () => {
  const { show, field, press, active } = someCombobox();
  show(['10000', '20000'], false);
  expect(field().getAttribute('aria-expanded')).toBe('false');
  expect(document.querySelector('[role="listbox"]')).toBeNull();
  show(['10000', '20000']);
  expect(field().getAttribute('aria-expanded')).toBe('true');
  press('ArrowDown');
  expect(active()).toBe('10000');
  show([]);
  expect([field().getAttribute('aria-expanded'), active()]).toEqual(['false', undefined]);
});

it('keeps the option that was gone to when others come before it', () => {
  const { show, press, active, taken } = someCombobox();
  show(['20000', '30000']);
  press('ArrowDown');
  press('ArrowDown');
  expect(active()).toBe('30000');
  show(['10000', '20000', '30000']);
  expect(active()).toBe('30000');
  press('Enter');
  expect(taken).toEqual(['30000']);
});

it('goes to an option that cannot be taken now, and does not take it', () => {
  const { show, press, active, taken } = someCombobox();
  show(['10000', '20000'], true, '10000');
  press('ArrowDown');
  press('Enter');
  const option = document.querySelector<HTMLElement>('[role="option"]') ?? expect.fail();
  option.click();
  expect([active(), option.ariaDisabled, taken]).toEqual(['10000', 'true', []]);
  press('ArrowDown');
  press('Enter');
  expect(taken).toEqual(['20000']);
});
