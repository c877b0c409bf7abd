import {
  oneOf,
  parameter,
  searchText,
  withFallback,
  type AddressState,
} from '@/lib/client/address-parameters';
import type { CellsShown } from '@/lib/client/changes/change-details';
import { cellStates } from '@/lib/contract/changes/change-states';

/** What of a set's assignments stands in the address of its page. */
export const cellsParameters = {
  outcome: oneOf(cellStates),
  /** Part of a record ID or entity. */
  q: searchText,
  page: withFallback<number>(
    parameter((text) => parseInt(text) || null),
    1,
  ),
};

/** Which assignments an address asks for. */
export function cellsShownOf({ outcome, q, page }: AddressState<typeof cellsParameters>): CellsShown {
  return { state: outcome, q: q.slice(0, 250), page: Math.max(1, page) };
}
