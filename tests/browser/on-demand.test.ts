import { createElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { toastStore } from '@/components/ui/feedback/toast-store';
import { onDemand } from '@/components/ui/on-demand';
import { MountOnFirstOpen } from '@/components/ui/overlays/mount-on-first-open';

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
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    flushSync(() => {
      toastStore.dismissAll();
      root.unmount();
    });
    place.remove();
  });
  flushSync(() => root.render(createElement(Page)));
  const press = () => flushSync(() => place.querySelector('button')?.click());
  return { network, press, text: () => place.textContent };
}

const titles = () => toastStore.read().map(({ title }) => title);

it('keeps the page where the code of a part does not come, says so, and loads it when asked again', async () => {
  const { network, press, text } = somePage();
  press();
  await expect.poll(titles).toEqual(['This part could not be loaded']);
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
