'use client';

import { useAddress } from '@/lib/client/address/use-address';
import { changesParameters } from './changes-parameters';

export function useChangesAddress() {
  return useAddress(changesParameters, 'push');
}
