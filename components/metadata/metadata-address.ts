'use client';

import { parseAsNativeArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

/** The parts of the metadata page. */
const metadataTabs = ['fields', 'differences', 'document'] as const;

const parsers = {
  /** Chosen entity set; absent: the first one the console uses. */
  set: parseAsString,
  /** Text looked for in field names, captions and types. */
  q: parseAsString.withDefault(''),
  type: parseAsNativeArrayOf(parseAsString),
  tab: parseAsStringLiteral(metadataTabs).withDefault('fields'),
};

/** What the metadata page shows, kept in its URL. */
export function useMetadataAddress() {
  return useQueryStates(parsers, { history: 'replace' });
}
