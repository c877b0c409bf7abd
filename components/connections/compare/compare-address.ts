'use client';

import { exactText, exactTexts, oneOf, parameter, withFallback } from '@/lib/client/address/parameters';
import { useAddress } from '@/lib/client/address/use-address';
import { assignmentDifferences } from '@/lib/domain/access/change/matrix-comparison';

/** What the list shows: all differing records, those of one kind, or what only one of the two has. */
export const shownParts = ['differ', ...assignmentDifferences, 'records', 'entities'] as const;
export type ShownPart = (typeof shownParts)[number];

const parameters = {
  from: exactText,
  to: exactText,
  type: exactTexts,
  entity: exactTexts,
  show: withFallback(oneOf(shownParts), 'differ'),
  page: withFallback(
    parameter((text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null)),
    1,
  ),
};

export function useCompareAddress() {
  return useAddress(parameters, 'push');
}
