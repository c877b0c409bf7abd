import { useMemo, useState } from 'react';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { isUnset } from '@/lib/domain/journal/emptiness';

const noFields: ReadonlySet<string> = new Set();

/**
 * Columns without a value on all pages seen so far; frozen columns are not counted.
 * @param listKey a new key starts again. @param rows of the current page.
 */
export function useEmptyColumns(
  listKey: string,
  rows: readonly JournalRow[] | undefined,
  columns: readonly string[],
  pins: readonly string[],
): readonly string[] {
  const [known, setKnown] = useState({ listKey, fields: noFields });
  const fresh = useMemo(() => (rows === undefined ? noFields : filledFields(rows)), [rows]);
  const before = known.listKey === listKey ? known.fields : noFields;
  const filled = useMemo(() => {
    const isKnown = [...fresh].every((name) => before.has(name));
    return isKnown ? before : new Set([...before, ...fresh]);
  }, [before, fresh]);
  if (filled !== known.fields) setKnown({ listKey, fields: filled });
  return useMemo(() => emptyColumns(columns, filled, pins), [columns, filled, pins]);
}

export function filledFields(rows: readonly JournalRow[]): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => Object.keys(row).filter((name) => !isUnset(row[name]))));
}

export function emptyColumns(
  names: readonly string[],
  filled: ReadonlySet<string>,
  pins: readonly string[],
): string[] {
  return filled.size === 0 ? [] : names.filter((name) => !pins.includes(name) && !filled.has(name));
}
