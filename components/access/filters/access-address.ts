'use client';

import { useCallback } from 'react';
import { useAddress, type SetAddress } from '@/lib/client/address/use-address';
import { accessParameters, withBandTurned } from './access-parameters';

/** What the access page shows, kept in its URL. */
export function useAccessAddress() {
  return useAddress(accessParameters, 'replace');
}

export type SetAccessAddress = SetAddress<typeof accessParameters>;

/**
 * Folds an unfolded band of the matrix, or unfolds a folded one.
 * @param recordTypes all that it has; a constant. @param fitting as `openBands` has it; a constant.
 */
export function useBandFolding(
  set: SetAccessAddress,
  recordTypes: readonly string[],
  fitting: readonly string[],
): (recordType: string) => void {
  return useCallback(
    (recordType) => set((shown) => withBandTurned(shown, recordTypes, fitting, recordType)),
    [set, recordTypes, fitting],
  );
}
