import { useCallback } from 'react';
import { targetOfText, targetText, type DetailsTarget } from '@/lib/domain/access/details-target';
import { useAddress } from './use-address';
import { parameter } from './parameters';

export const detailsParameters = { history: parameter(targetOfText, targetText) };

/** The target of the details panel; null: closed. */
export function useDetailsTarget(): [DetailsTarget | null, (target: DetailsTarget | null) => void] {
  const [{ history }, set] = useAddress(detailsParameters, 'push');
  return [history, useCallback((next: DetailsTarget | null) => set({ history: next }), [set])];
}
