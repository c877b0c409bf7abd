'use client';

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useState, type ReactNode } from 'react';
import { leaveUnlessSignedIn } from '@/components/session/leave';
import { Toaster } from '@/components/ui/toast';
import { ApiError, isRefusedForGood, isSignedOut } from '@/lib/client/api';

/** What every page needs in the browser: server state, URL state, messages. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>{children}</NuqsAdapter>
      <Toaster />
    </QueryClientProvider>
  );
}

function createQueryClient(): QueryClient {
  const leaveWhenSignedOut = (wasWish: boolean) => (error: unknown) => {
    if (isSignedOut(error)) void leaveUnlessSignedIn(client, wasWish);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut(false) }),
    mutationCache: new MutationCache({ onError: leaveWhenSignedOut(true) }),
    defaultOptions: {
      queries: {
        // The console has already retried the service; only a console that did not answer is asked again.
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.unreachable,
        // What is refused for good is asked again only by a person's press: no interval, no return of the focus.
        enabled: ({ state }) => !isRefusedForGood(state.error),
        networkMode: 'always',
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
