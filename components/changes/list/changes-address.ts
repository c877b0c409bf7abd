'use client';

import { useAddress } from '@/lib/client/address';
import { changesParameters } from './changes-parameters';

export function useChangesAddress() {
  return useAddress(changesParameters, 'push');
}
