'use client';

import { useCallback } from 'react';
import { useAddress } from '@/lib/client/address';
import { accessParameters, readAccessAddress, withBands } from './access-parameters';

/** What the access page shows, kept in its URL. */
export function useAccessAddress() {
  return useAddress(accessParameters, 'replace');
}

/** How to fold a band of the matrix, or unfold it. @param recordTypes all that the matrix has; a constant of it. */
export function useBandFolding(
  recordTypes: readonly string[],
): (recordType: string, isOpen: boolean) => void {
  const [, set] = useAccessAddress();
  return useCallback(
    (recordType, isOpen) => {
      const address = readAccessAddress(new URLSearchParams(window.location.search));
      set(withBands(address, recordTypes, recordType, isOpen));
    },
    [set, recordTypes],
  );
}
