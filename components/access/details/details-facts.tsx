'use client';

import { useDetailsTarget } from '@/lib/client/address/use-details-target';
import { useConnectionKey } from '@/lib/client/connection';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';
import { DetailsSummary } from './details-summary';

/** What the matrix says about the target in the page's address. */
export function DetailsFacts({ mayChange }: { mayChange: boolean }) {
  const [asked] = useDetailsTarget();
  const connection = useConnectionKey();
  const store = useMatrixStore();
  const shown = useStored(store, ({ document }) => document);
  if (asked === null || shown === null) return null;
  return <DetailsSummary {...{ connection, store, mayChange }} target={asked} {...shown} />;
}
