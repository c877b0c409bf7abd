'use client';

import { useAddress } from '@/lib/client/address/use-address';
import { exactText, exactTexts, oneOf, searchText, withFallback } from '@/lib/client/address/parameters';

const metadataTabs = ['fields', 'differences', 'document'] as const;

const sortedColumns = ['name', 'label', 'type', 'length', 'nullable'] as const;
/** A column name, with "-" for descending; '' for the document's order. */
export const fieldSorts = ['', ...sortedColumns, ...sortedColumns.map((id) => `-${id}` as const)] as const;

const parameters = {
  /** Null: the first set that the console uses. */
  set: exactText,
  q: searchText,
  type: exactTexts,
  sort: withFallback(oneOf(fieldSorts), ''),
  tab: withFallback(oneOf(metadataTabs), 'fields'),
};

export function useMetadataAddress() {
  return useAddress(parameters, 'replace');
}
