'use client';

import { useCallback } from 'react';
import { useAddress } from '@/lib/client/address';
import { accessParameters, readAccessAddress, withBandTurned } from './access-parameters';

/** What the access page shows, kept in its URL. */
export function useAccessAddress() {
  return useAddress(accessParameters, 'replace');
}

/** How to fold a band of the matrix that is unfolded, and the other way round. @param recordTypes all that it has; a constant. */
export function useBandFolding(recordTypes: readonly string[]): (recordType: string) => void {
  const [, set] = useAccessAddress();
  return useCallback(
    (recordType) => {
      const address = readAccessAddress(new URLSearchParams(window.location.search));
      set(withBandTurned(address, recordTypes, recordType));
    },
    [set, recordTypes],
  );
}
