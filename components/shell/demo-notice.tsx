'use client';

import { useQuery } from '@tanstack/react-query';
import { OctagonAlert } from 'lucide-react';
import { Badge } from '@/components/ui/feedback/badge';
import { useConnectionKey } from '@/lib/client/connection';
import { sessionQuery } from '@/lib/client/session/session';

/** The connection that the page shows, of those that somebody who signed in as a demo role may see. */
function useShownConnection() {
  const { data: session } = useQuery(sessionQuery());
  const key = useConnectionKey();
  return session?.connections.find((one) => one.key === key);
}

/** Beside the brand: that the door is open, and only to invented data. */
export function DemoChip() {
  const shown = useShownConnection();
  if (shown?.reference === false) return null;
  return (
    <span
      data-print="hide"
      title="Demo sign-in: anyone who can reach this address can sign in. The reference service with demo data answers."
    >
      <Badge tone="warning">Demo</Badge>
    </span>
  );
}

/** Above every page: that the door is open to a service whose access really changes. It stays. */
export function DemoWarning() {
  const shown = useShownConnection();
  if (shown?.reference !== false) return null;
  return (
    <aside
      aria-label="Demo"
      data-print="hide"
      className="flex items-start gap-2 border-b border-danger bg-danger-soft px-4 py-1 text-xs font-semibold text-text"
    >
      <OctagonAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0 text-danger" />
      <p className="min-w-0 wrap-break-word">
        Demo sign-in to a real service. Changes made here change access in {shown.label}. Anyone who can reach
        this address can sign in.
      </p>
    </aside>
  );
}
