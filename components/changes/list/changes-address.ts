'use client';

import { useAddress } from '@/lib/client/address';
import { changesParameters } from './changes-parameters';

/** What the list of changes shows, kept in its URL. */
export function useChangesAddress() {
  return useAddress(changesParameters, 'push');
}
