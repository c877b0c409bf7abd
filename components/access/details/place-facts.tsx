'use client';

import dynamic from 'next/dynamic';
import { useAskedPlace } from '@/lib/client/asked-place';
import { useConnectionKey } from '@/lib/client/connection';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';

const PlaceSummary = dynamic(async () => (await import('./place-summary')).PlaceSummary);

/** What the matrix on the screen says of the place that the page's URL asks for; nothing while there is no matrix. */
export function PlaceFacts() {
  const [asked] = useAskedPlace();
  const connection = useConnectionKey();
  const store = useMatrixStore();
  const shown = useStored(store, ({ document }) => document);
  if (asked === null || shown === null) return null;
  return <PlaceSummary {...{ connection, store }} place={asked} {...shown} />;
}
