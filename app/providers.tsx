'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useEffect, useState, type ReactNode } from 'react';
import { askForReload, lookWhoIsSignedIn } from '@/components/session/who-is-signed-in';
import { Toaster } from '@/components/ui/feedback/messages';
import { ApiError, askedWhile, subscribeSignedOut } from '@/lib/client/api';

/** What every page needs in the browser: server state, addresses, messages. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useEffect(
    () =>
      subscribeSignedOut((wasChange, isAtProxy) => {
        if (isAtProxy) askForReload(wasChange);
        else void lookWhoIsSignedIn(queryClient, wasChange);
      }),
    [queryClient],
  );
  useEffect(noteMounted, []); // after the effects of all that is below, which listen for keys
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>{children}</NuqsAdapter>
      <Toaster />
    </QueryClientProvider>
  );
}

/**
 * Gives buttons and boxes their usual look when the page works (globals.css). Keys, or a browser that restores forms, may
 * have changed boxes and choices before that, or opened panels: they go back to what the page has, because no part of it
 * knows of the change.
 */
function noteMounted(): void {
  const { documentElement } = document;
  if (documentElement.dataset.loading === undefined) return;
  delete documentElement.dataset.loading;
  for (const box of document.querySelectorAll<HTMLInputElement>(
    'input:is([type="checkbox"], [type="radio"])',
  ))
    box.checked = box.defaultChecked;
  for (const option of document.querySelectorAll('option')) option.selected = option.defaultSelected;
  for (const panel of document.querySelectorAll<HTMLElement>(':popover-open')) panel.hidePopover();
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The console has already retried the service; only a console that did not answer is asked again.
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.unreachable,
        enabled: askedWhile(true),
        networkMode: 'always',
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
