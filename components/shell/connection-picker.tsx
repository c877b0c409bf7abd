'use client';

import { useQuery } from '@tanstack/react-query';
import { Database } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { Select } from '@/components/ui/fields/select';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { useChooseConnection, useConnectionKey } from '@/lib/client/connection';
import { connectionParameter } from '@/lib/client/address/connection-parameter';
import { leaveBy } from '@/lib/client/leave-guard';
import { withQuery } from '@/lib/client/paths';
import { sessionQuery } from '@/lib/client/session/session';
import { pathInOtherConnection } from './places';

export function ConnectionPicker() {
  const { data: session } = useQuery(sessionQuery());
  const key = useConnectionKey();
  const choose = useChooseConnection();
  const router = useRouter();
  const elsewhere = pathInOtherConnection(usePathname());
  const connections = session?.connections ?? [];
  const first = connections[0];
  if (first === undefined) return <Skeleton className="h-8" />;
  const isKnown = connections.some((one) => one.key === key);
  if (connections.length === 1 && isKnown) {
    return (
      <p className="flex h-8 min-w-0 items-center gap-2 px-2 text-sm" title={`Connection: ${first.label}`}>
        <Database aria-hidden="true" className="size-4 shrink-0 text-text-faint" />
        <span className="sr-only">Connection: </span>
        <span className="truncate">{first.label}</span>
      </p>
    );
  }
  const options = connections.map((one) => ({ value: one.key, label: one.label }));
  return (
    <Select
      label="Connection"
      hideLabel
      value={key}
      onChange={(next) => {
        const chosen = next === first.key ? null : next;
        leaveBy(() => {
          if (elsewhere === null) choose(chosen);
          else router.push(withQuery(elsewhere, { [connectionParameter]: chosen ?? undefined }));
        });
      }}
      options={isKnown ? options : [{ value: key, label: `Unknown: ${key}` }, ...options]}
    />
  );
}
