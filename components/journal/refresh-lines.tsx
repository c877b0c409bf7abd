'use client';

import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/feedback/toast-store';
import { problemOf } from '@/lib/client/api';
import { refreshAll } from '@/lib/client/refresh';

/** Reads lines, totals, groups and checks again. */
export function RefreshLines({ connection }: { connection: string }) {
  const client = useQueryClient();
  return (
    <Button
      onPress={() =>
        void refreshAll(client, connection, { access: false, journal: true }).catch((error: Error) =>
          notify.problem('Not everything was refreshed', problemOf(error).detail),
        )
      }
    >
      <RefreshCw aria-hidden="true" className="size-4" />
      <span className="@max-2xl:sr-only">Refresh</span>
    </Button>
  );
}
