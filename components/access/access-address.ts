'use client';

import { parseAsNativeArrayOf, parseAsString, useQueryStates } from 'nuqs';

const parsers = {
  /** Chosen record types, repeatable; none: all. */
  type: parseAsNativeArrayOf(parseAsString),
  /** Text within the record ID. */
  q: parseAsString.withDefault(''),
  /** Text within the entity ID. */
  entity: parseAsString.withDefault(''),
};

/** What the access page shows, kept in its URL. */
export function useAccessAddress() {
  return useQueryStates(parsers, { history: 'replace' });
}
