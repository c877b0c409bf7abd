import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { createElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Providers } from '@/app/providers';
import { Popover } from '@/components/ui/overlays/popover';
import { withPageStyles } from '@/tests/support/browser/page-styles';

withPageStyles();

/** A page as the server sends it, and what takes it over. */
function servedPage(part: ReactNode) {
  const page = createElement(
    PathnameContext,
    { value: '/' },
    createElement(
      SearchParamsContext,
      { value: new URLSearchParams() },
      createElement(Providers, null, part),
    ),
  );
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(page);
  document.documentElement.dataset.loading = '';
  onTestFinished(() => {
    delete document.documentElement.dataset.loading;
    place.remove();
  });
  return {
    place,
    mount: () => {
      const root = hydrateRoot(place, page);
      onTestFinished(() => flushSync(() => root.unmount()));
    },
  };
}

it('a panel that a key opens before the page has mounted is neither seen nor open when it has', async () => {
  const trigger = createElement<Record<string, unknown>>('button', {}, 'Export…');
  const { place, mount } = servedPage(createElement(Popover, { label: 'Export', trigger, children: 'Form' }));
  const panel = place.querySelector<HTMLElement>('[popover]');
  place.querySelector('button')?.focus();
  await userEvent.keyboard('{Enter}');
  expect([panel?.matches(':popover-open'), panel?.checkVisibility()]).toEqual([true, false]);
  mount();
  await expect.poll(() => document.documentElement.dataset.loading).toBeUndefined();
  expect([panel?.matches(':popover-open'), panel?.textContent]).toEqual([false, '']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => panel?.textContent).toBe('Form');
});
