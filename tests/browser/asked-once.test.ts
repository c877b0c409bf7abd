import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { createElement, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { OpenedByAddress } from '@/components/files/opened-by-address';
import { draw } from './draw';

it('is pressed once by a link from another page, and the address forgets what the link asked for', async () => {
  const before = window.location.href;
  onTestFinished(() => window.history.replaceState(null, '', before));
  const onClick = vi.fn();
  const button = createElement('button', { onClick });
  /** Another page, whose address Next writes in the task in which it shows the page. */
  const Page = () => {
    useLayoutEffect(() => window.history.pushState(null, '', '?files=true'), []);
    return createElement(OpenedByAddress, null, button);
  };
  const { show } = draw(null);
  const search = new URLSearchParams('files=true');
  flushSync(() => show(createElement(SearchParamsContext, { value: search }, createElement(Page))));
  await expect.poll(() => window.location.search).toBe('');
  expect(onClick).toHaveBeenCalledOnce();
});
