import { createElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { notify, shownToasts, toastStore } from '@/components/ui/feedback/toast-store';
import { onDemand, whileKeysAreHeld } from '@/components/ui/on-demand';
import { Dialog } from '@/components/ui/overlays/modal';
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';
import { draw } from './draw';

interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
}

/** A page with a sheet that is opened by a button, and whose code comes or not. */
function somePage() {
  const network = { isUp: false, asked: 0 };
  const Sheet = onDemand<SheetProps>(
    async () => {
      network.asked++;
      await Promise.resolve();
      if (!network.isUp) throw new Error('The chunk did not come.');
      return ({ isOpen }) => isOpen && createElement('p', null, 'Sheet');
    },
    ({ onClose }) => onClose(),
  );
  const Page = () => {
    const [isOpen, setOpen] = useState(false);
    const sheet = createElement(Sheet, { isOpen, onClose: () => setOpen(false) });
    return [
      createElement('button', { key: 'button', onClick: () => setOpen(true) }, isOpen ? 'Open' : 'Closed'),
      createElement(MountOnFirstOpen, { key: 'sheet', isOpen, children: sheet }),
    ];
  };
  const { place } = draw(createElement(Page));
  const press = () => flushSync(() => place.querySelector('button')?.click());
  return { network, press, text: () => place.textContent };
}

afterEach(() => toastStore.dismissAll());

const titles = () => toastStore.read().map(({ title }) => title);

it('keeps the page where the code of a part does not come, says so, and loads it when asked again', async () => {
  const { network, press, text } = somePage();
  press();
  await expect.poll(titles).toEqual(['Part of this page could not be loaded']);
  await expect.poll(text).toBe('Closed');
  expect(network.asked).toBe(1); // nobody asked again
  press();
  await expect.poll(() => network.asked).toBe(2);
  await expect.poll(text).toBe('Closed');
  expect(titles()).toHaveLength(1); // the newest failure, in place of the one before
  network.isUp = true;
  press();
  await expect.poll(text).toBe('OpenSheet');
});

it('leaves what is said of a change in front when the code of a part does not come, and claims nothing of changes', async () => {
  const { press, text } = somePage();
  flushSync(() => notify.problem('Customer 40000, entity 100: unconfirmed'));
  press();
  await expect.poll(() => toastStore.read()).toHaveLength(2);
  await expect.poll(text).toBe('Closed');
  const { shown, waiting } = shownToasts(toastStore.read());
  expect([shown.map(({ title }) => title), waiting]).toEqual([
    ['Customer 40000, entity 100: unconfirmed'],
    1,
  ]);
  for (const { description = '' } of toastStore.read()) expect(description).not.toMatch(/chang/);
});

function someGate() {
  let open = (): void => undefined;
  const passed = new Promise<string>((done) => (open = () => done('code')));
  return { passed, open };
}

/** A page with a switch that takes keys, from which a sheet is opened whose code comes when it is let go. */
function switchPage() {
  const gate = someGate();
  const heard: string[] = [];
  const Sheet = onDemand<SheetProps>(
    async () => {
      await gate.passed;
      return ({ isOpen, onClose }) =>
        createElement(Dialog, {
          isOpen,
          onClose,
          title: 'Sheet',
          children: createElement('input', { 'data-autofocus': '' }),
        });
    },
    ({ onClose }) => onClose(),
  );
  const Page = () => {
    const [isOpen, setOpen] = useState(false);
    return [
      createElement('button', {
        key: 'switch',
        onKeyDown: ({ key }) => (key === 'o' ? setOpen(true) : heard.push(key)),
        onClick: () => heard.push('press'),
      }),
      createElement(MountOnFirstOpen, {
        key: 'sheet',
        isOpen,
        children: createElement(Sheet, { isOpen, onClose: () => setOpen(false) }),
      }),
    ];
  };
  const { place } = draw(createElement(Page));
  place.querySelector('button')?.focus();
  return { letGo: () => gate.open(), heard, field: () => place.querySelector('input') };
}

it('keeps keys from what has the focus while a part loads that was opened, and gives them to the part', async () => {
  const { letGo, heard, field } = switchPage();
  await userEvent.keyboard('ozurich {Enter} ');
  expect(heard).toEqual([]);
  letGo();
  await expect.poll(() => document.activeElement === field() && field() !== null).toBe(true);
  await userEvent.keyboard('420');
  expect(field()?.value).toBe('420');
  expect(heard).toEqual([]);
});

it('takes a part back by Escape while it loads, and a press gives the keys to what is pressed', async () => {
  const { letGo, heard, field } = switchPage();
  await userEvent.keyboard('o{Escape}a');
  expect(heard).toEqual(['a']);
  await userEvent.keyboard('ob');
  expect(heard).toEqual(['a']);
  window.dispatchEvent(new PointerEvent('pointerdown'));
  await userEvent.keyboard('c');
  expect(heard).toEqual(['a', 'c']);
  await userEvent.keyboard('{Escape}'); // the page's own by now
  letGo();
  await expect.poll(() => document.activeElement === field() && field() !== null).toBe(true);
});

it.each([
  ['Ctrl+K of a Russian keyboard', { key: 'л', code: 'KeyK', ctrlKey: true }],
  ['a letter by AltGr', { key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true }],
  ['a letter by Option', { key: 'å', code: 'KeyA', altKey: true }],
  ['Ctrl+V', { key: 'v', code: 'KeyV', ctrlKey: true }],
  ['Ctrl+Backspace', { key: 'Backspace', ctrlKey: true }],
])('keeps %s from the field that has the focus, and the browser’s own keys from nobody', async (_, key) => {
  const gate = someGate();
  const acts = whileKeysAreHeld(gate.passed);
  const isLeft = (init: KeyboardEventInit) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  expect(isLeft(key)).toBe(false);
  expect(isLeft({ key: 'r', code: 'KeyR', ctrlKey: true })).toBe(true);
  expect(isLeft({ key: 'ArrowLeft', altKey: true })).toBe(true);
  gate.open();
  await acts;
});

it('keeps keys while the code of an act loads, which Escape takes back', async () => {
  const heard: string[] = [];
  const hear = ({ key }: KeyboardEvent) => heard.push(key);
  document.addEventListener('keydown', hear);
  onTestFinished(() => document.removeEventListener('keydown', hear));
  const [one, other] = [someGate(), someGate()];
  const acts = whileKeysAreHeld(one.passed);
  await userEvent.keyboard('r ');
  one.open();
  expect(await acts).toBe('code');
  await userEvent.keyboard('g');
  const takenBack = whileKeysAreHeld(other.passed);
  await userEvent.keyboard('{Escape}h');
  other.open();
  expect(await takenBack).toBeNull();
  expect(heard).toEqual(['g', 'h']);
});
