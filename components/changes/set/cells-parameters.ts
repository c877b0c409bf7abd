import {
  oneOf,
  parameter,
  searchText,
  withFallback,
  type AddressState,
} from '@/lib/client/address/parameters';
import type { CellsShown } from '@/lib/client/changes/change-details';
import { cellStates } from '@/lib/contract/changes/change-states';

export const cellsParameters = {
  outcome: oneOf(cellStates),
  q: searchText,
  page: withFallback<number>(
    parameter((text) => parseInt(text) || null),
    1,
  ),
};

export function cellsShownOf({ outcome, q, page }: AddressState<typeof cellsParameters>): CellsShown {
  return { state: outcome, q: q.slice(0, 250), page: Math.max(1, page) };
}
