'use client';

import { useAddress } from '@/lib/client/address';
import { exactText, exactTexts, oneOf, searchText, withFallback } from '@/lib/client/address-parameters';

/** The parts of the metadata page. */
const metadataTabs = ['fields', 'differences', 'document'] as const;

const sortedColumns = ['name', 'label', 'type', 'length', 'nullable'] as const;
/** What the fields are sorted by: a column, with a minus before it for the other way round; '' as the document has them. */
export const fieldSorts = ['', ...sortedColumns, ...sortedColumns.map((id) => `-${id}` as const)] as const;

const parameters = {
  /** Chosen entity set; absent: the first one the console uses. */
  set: exactText,
  /** Text looked for in field names, captions and types. */
  q: searchText,
  type: exactTexts,
  sort: withFallback(oneOf(fieldSorts), ''),
  tab: withFallback(oneOf(metadataTabs), 'fields'),
};

/** What the metadata page shows, kept in its URL. */
export function useMetadataAddress() {
  return useAddress(parameters, 'replace');
}
