'use client';

import { useQuery } from '@tanstack/react-query';
import { OctagonAlert } from 'lucide-react';
import { useConnectionKey } from '@/lib/client/connection';
import { sessionQuery } from '@/lib/client/session/session';

export function DemoWarning() {
  const { data: session } = useQuery(sessionQuery());
  const key = useConnectionKey();
  const shown = session?.connections.find((one) => one.key === key);
  if (shown?.reference !== false) return null;
  return (
    <aside
      aria-label="Demo"
      data-print="hide"
      className="flex gap-2 border-b border-danger bg-danger-soft px-4 py-1 text-xs font-semibold"
    >
      <OctagonAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0 text-danger" />
      <p className="wrap-anywhere">
        Demo sign-in to a real service. Changes made here change access in {shown.label}. Anyone who can reach
        this address can sign in.
      </p>
    </aside>
  );
}
