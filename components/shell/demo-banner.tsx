'use client';

import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { useConnectionKey } from '@/lib/client/connection';
import { sessionQuery } from '@/lib/client/session';

/** Says that the door is open and, where it is so, that the data are invented. It cannot be dismissed. */
export function DemoBanner() {
  const { data: session } = useQuery(sessionQuery());
  const key = useConnectionKey();
  const connections = session?.connections;
  const shown = key === undefined ? connections?.[0] : connections?.find((one) => one.key === key);
  return (
    <aside
      aria-label="Demo"
      data-print="hide"
      className="flex items-start gap-2 border-b border-line bg-warning-soft px-4 py-1 text-xs text-text"
    >
      <Info aria-hidden="true" className="mt-0.5 size-3 shrink-0 text-warning" />
      <p className="min-w-0">
        Demo sign-in. Anyone who can reach this address can sign in.{' '}
        {/* Until it is known, the place is kept, so that nothing below moves. */}
        <span
          className={classNames(
            connections === undefined && 'invisible',
            connections !== undefined && shown?.reference !== true && 'hidden',
          )}
        >
          Reference service with demo data.
        </span>
      </p>
    </aside>
  );
}
