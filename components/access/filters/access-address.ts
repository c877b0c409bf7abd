'use client';

import { useAddress } from '@/lib/client/address';
import { accessParameters } from './access-parameters';

/** What the access page shows, kept in its URL. */
export function useAccessAddress() {
  return useAddress(accessParameters, 'replace');
}
