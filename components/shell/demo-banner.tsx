'use client';

import { useQuery } from '@tanstack/react-query';
import { Info, OctagonAlert } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { useConnectionKey } from '@/lib/client/connection';
import { sessionQuery } from '@/lib/client/session/session';

/** Says that the door is open, and to what: invented data, or a service whose access really changes. It stays. */
export function DemoBanner() {
  const { data: session } = useQuery(sessionQuery());
  const key = useConnectionKey();
  const connections = session?.connections;
  const shown = connections?.find((one) => one.key === key);
  const isReal = shown?.reference === false;
  const Icon = isReal ? OctagonAlert : Info;
  return (
    <aside
      aria-label="Demo"
      data-print="hide"
      className={classNames(
        'flex items-start gap-2 border-b px-4 py-1 text-xs text-text',
        isReal ? 'border-danger bg-danger-soft font-semibold' : 'border-line bg-warning-soft',
      )}
    >
      <Icon
        aria-hidden="true"
        className={classNames('mt-0.5 size-3 shrink-0', isReal ? 'text-danger' : 'text-warning')}
      />
      {isReal ? (
        <p className="min-w-0 wrap-break-word">
          Demo sign-in to a real service. Changes made here change access in {shown.label}. Anyone who can
          reach this address can sign in.
        </p>
      ) : (
        <p className="min-w-0">
          Demo sign-in. Anyone who can reach this address can sign in.{' '}
          {/* Until it is known, the place is kept, so that nothing below moves. */}
          <span
            className={classNames(
              connections === undefined && 'invisible',
              connections !== undefined && shown === undefined && 'hidden',
            )}
          >
            Reference service with demo data.
          </span>
        </p>
      )}
    </aside>
  );
}
