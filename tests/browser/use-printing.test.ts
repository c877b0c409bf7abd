import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { usePrinting } from '@/components/ui/use-printing';

it('knows of paper that came between its first look and its listening', async () => {
  const paper = new EventTarget() as EventTarget & { matches: boolean };
  paper.matches = false;
  const listen = paper.addEventListener.bind(paper);
  paper.addEventListener = (...how: Parameters<typeof listen>) => {
    paper.matches = true; // nobody has been told
    listen(...how);
  };
  vi.spyOn(window, 'matchMedia').mockReturnValue(paper as unknown as MediaQueryList);
  const Page = () => (usePrinting() ? 'on paper' : 'on the screen');
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
    vi.restoreAllMocks();
  });
  root.render(createElement(Page));
  await expect.poll(() => element.textContent).toBe('on paper');
});
