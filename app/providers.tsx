'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useEffect, useState, type ReactNode } from 'react';
import { askForReload, lookWhoIsSignedIn } from '@/components/session/who-is-signed-in';
import { Toaster } from '@/components/ui/feedback/toast';
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
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>{children}</NuqsAdapter>
      <Toaster />
    </QueryClientProvider>
  );
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
