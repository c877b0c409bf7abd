import { useCallback } from 'react';
import { targetOfText, targetText, type DetailsTarget } from '@/lib/domain/access/details-target';
import { useAddress } from './address';
import { parameter } from './address-parameters';

/** What of an address asks for details. */
export const detailsParameters = { history: parameter(targetOfText, targetText) };

/** The target that the page's URL asks to be told about, beside the page, and how to ask; null: none. */
export function useDetailsTarget(): [DetailsTarget | null, (target: DetailsTarget | null) => void] {
  const [{ history }, set] = useAddress(detailsParameters, 'push');
  return [history, useCallback((next: DetailsTarget | null) => set({ history: next }), [set])];
}
