import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { createElement, type ComponentProps, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { toastStore } from '@/components/ui/feedback/toast-store';

/** What a part finds around it. */
interface Around {
  /** The search of the page's address. */
  address?: string;
  /** What the page has read from the console. */
  data?: QueryClient;
  /** Where the part is drawn; at the end of the page unless told. */
  place?: HTMLElement;
}

const router = { push: () => undefined } as unknown as ComponentProps<
  typeof AppRouterContext.Provider
>['value']; // parts ask nothing else of it

/**
 * Draws a part of a page; `show` draws it anew, `leave` takes it away. That is also done after the test, which gets the
 * browser's own clock, `fetch` and so on back.
 */
export function draw(
  part: ReactNode,
  { address = '', data = new QueryClient(), place = newPlace() }: Around = {},
) {
  const root = createRoot(place);
  const search = new URLSearchParams(address);
  const show = (next: ReactNode): void => {
    const kept = createElement(NuqsAdapter, null, next);
    const routed = createElement(AppRouterContext, { value: router }, kept);
    const addressed = createElement(SearchParamsContext, { value: search }, routed);
    const page = createElement(PathnameContext, { value: '/' }, addressed);
    flushSync(() => root.render(createElement(QueryClientProvider, { client: data }, page)));
  };
  const leave = (): void => flushSync(() => root.unmount());
  onTestFinished(() => {
    window.dispatchEvent(new PopStateEvent('popstate')); // nuqs forgets what it would write
    leave();
    flushSync(() => toastStore.dismissAll());
    place.remove();
    data.clear();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  show(part);
  return { place, show, leave };
}

const newPlace = (): HTMLElement => document.body.appendChild(document.createElement('div'));
