import { isUnset } from '@/lib/domain/journal/emptiness';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { usualLayout } from './column-layout';

/** Fields that have a value in one of these lines. */
export function filledFields(rows: readonly JournalRow[]): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => Object.keys(row).filter((name) => !isUnset(row[name]))));
}

/** Columns in which no line that has come has a value; those that stay in view are not counted. */
export function emptyColumns(
  names: readonly string[],
  filled: ReadonlySet<string>,
  pinned: readonly string[] = usualLayout.pinned,
): string[] {
  return filled.size === 0 ? [] : names.filter((name) => !pinned.includes(name) && !filled.has(name));
}
