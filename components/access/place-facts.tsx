'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { matrixDocumentQuery } from '@/lib/client/access';
import { useAskedPlace } from '@/lib/client/asked-place';
import { useConnectionKey } from '@/lib/client/connection';

const PlaceSummary = dynamic(async () => (await import('./place-summary')).PlaceSummary);

/** What the matrix on the screen says of the place that the page's URL asks for; nothing while there is no matrix. */
export function PlaceFacts() {
  const [asked] = useAskedPlace();
  const connection = useConnectionKey();
  // The page asks for it and keeps it up; here it is only looked at.
  const { data } = useQuery({ ...matrixDocumentQuery(connection), enabled: false });
  if (asked === null || data === undefined) return null;
  return <PlaceSummary connection={connection} place={asked} matrix={data.matrix} status={data.status} />;
}
