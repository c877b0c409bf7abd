'use client';

import { useQuery } from '@tanstack/react-query';
import { Database } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { classNames } from '@/components/ui/class-names';
import { Select } from '@/components/ui/fields/select';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { useChooseConnection, useConnectionKey } from '@/lib/client/connection';
import { connectionParameter } from '@/lib/client/address/connection-parameter';
import { leaveBy } from '@/lib/client/leave-guard';
import { withQuery } from '@/lib/client/paths';
import { sessionQuery } from '@/lib/client/session/session';
import { KindMark } from './connection-kind';
import { pathInOtherConnection } from './places';

/** The connection of the page, its name or a choice of names, over its kind. */
export function ConnectionPicker() {
  const { data: session } = useQuery(sessionQuery());
  const key = useConnectionKey();
  const connections = session?.connections ?? [];
  const [first, ...others] = connections;
  if (first === undefined) return <Skeleton className="h-8" />;
  const shown = connections.find((one) => one.key === key);
  return (
    <div className="flex min-w-0 flex-col lg:gap-1">
      {others.length === 0 && shown !== undefined ? (
        <p
          className="flex h-5 min-w-0 items-center gap-2 px-2 text-sm lg:h-8"
          title={`Connection: ${first.label}`}
        >
          <Database aria-hidden="true" className="size-4 shrink-0 text-text-faint" />
          <span className="sr-only">Connection: </span>
          <span className="truncate">{first.label}</span>
        </p>
      ) : (
        <ConnectionChoice {...{ connections }} chosen={key} isKnown={shown !== undefined} />
      )}
      {shown !== undefined && (
        <KindMark
          kind={shown.kind}
          className={
            shown.kind === 'production'
              ? 'text-center'
              : // In the top bar it starts where the name starts.
                classNames(
                  'self-start max-lg:border-0! lg:ml-2',
                  others.length === 0 ? 'max-lg:ml-6.5' : 'max-lg:ml-0.75',
                )
          }
        />
      )}
    </div>
  );
}

interface ConnectionChoiceProps {
  connections: readonly { key: string; label: string }[];
  chosen: string;
  isKnown: boolean;
}

function ConnectionChoice({ connections, chosen, isKnown }: ConnectionChoiceProps) {
  const choose = useChooseConnection();
  const router = useRouter();
  const elsewhere = pathInOtherConnection(usePathname());
  const options = connections.map((one) => ({ value: one.key, label: one.label }));
  return (
    <Select
      label="Connection"
      hideLabel
      value={chosen}
      onChange={(next) => {
        const key = next === connections[0]?.key ? null : next;
        leaveBy(() => {
          if (elsewhere === null) choose(key);
          else router.push(withQuery(elsewhere, { [connectionParameter]: key ?? undefined }));
        });
      }}
      options={isKnown ? options : [{ value: chosen, label: `Unknown: ${chosen}` }, ...options]}
      className="max-lg:[&_select]:h-7!"
    />
  );
}
