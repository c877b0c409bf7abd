'use client';

import { parseAsNativeArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { importModes, type FileFilter } from '@/lib/contract/access-file';

const parsers = {
  mode: parseAsStringLiteral(importModes).withDefault('merge'),
  type: parseAsNativeArrayOf(parseAsString),
  q: parseAsString.withDefault(''),
  entity: parseAsString.withDefault(''),
};

/** How a file is compared, kept in the URL; the filter's names are those of the access page. */
export function useImportAddress() {
  const [{ mode, type, q, entity }, set] = useQueryStates(parsers, { history: 'replace' });
  const filter: FileFilter = useMemo(() => ({ type, q, entity }), [type, q, entity]);
  return { mode, filter, set };
}

/** A filter in words: "type Customer or Item, record ID contains “4”"; '' for none. */
export function filterInWords({ type, q, entity }: FileFilter): string {
  return [
    type.length > 0 && `type ${type.join(' or ')}`,
    q.trim() !== '' && `record ID ${verbOf(q)} “${q.trim()}”`,
    entity.trim() !== '' && `entity ${verbOf(entity)} “${entity.trim()}”`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

function verbOf(text: string): string {
  return /[*|]/.test(text) ? 'matches' : 'contains';
}

/** Whether two filters let the same through. */
export function isSameFilter(one: FileFilter, other: FileFilter): boolean {
  const plain = ({ type, q, entity }: FileFilter) =>
    JSON.stringify([[...type].sort(), q.trim(), entity.trim()]);
  return plain(one) === plain(other);
}
