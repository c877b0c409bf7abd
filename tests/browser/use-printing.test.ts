import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { usePrinting } from '@/components/ui/use-printing';
import { draw } from './draw';

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
  const { place } = draw(createElement(Page));
  await expect.poll(() => place.textContent).toBe('on paper');
});
