'use client';

import { parseAsNativeArrayOf, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { parseAsSearch, parseAsText } from '@/lib/client/address-text';

/** The parts of the metadata page. */
const metadataTabs = ['fields', 'differences', 'document'] as const;

const sortedColumns = ['name', 'label', 'type', 'length', 'nullable'] as const;
/** What the fields are sorted by: a column, with a minus before it for the other way round; '' as the document has them. */
export const fieldSorts = ['', ...sortedColumns, ...sortedColumns.map((id) => `-${id}` as const)] as const;

const parsers = {
  /** Chosen entity set; absent: the first one the console uses. */
  set: parseAsText,
  /** Text looked for in field names, captions and types. */
  q: parseAsSearch.withDefault(''),
  type: parseAsNativeArrayOf(parseAsText),
  sort: parseAsStringLiteral(fieldSorts).withDefault(''),
  tab: parseAsStringLiteral(metadataTabs).withDefault('fields'),
};

/** What the metadata page shows, kept in its URL. */
export function useMetadataAddress() {
  return useQueryStates(parsers, { history: 'replace' });
}
