import 'server-only';
import { spanOf } from '@/lib/domain/journal/date-part';
import { isUnset } from '@/lib/domain/journal/emptiness';
import type { GroupingKey } from '@/lib/domain/journal/grouping';
import { naturalOrderOf } from '@/lib/domain/natural-order';
import { folded, isAscii, type StoredValue } from './snapshot-columns';

/** A value that lines are grouped by; empty text: not set. */
export type KeyValue = string | number | boolean;

/** What a key is in every line, as the place of its value among the different ones. */
export interface RankedColumn {
  /** In natural order. */
  values: readonly KeyValue[];
  /** By line. */
  ranks: Uint32Array;
}

/**
 * Ranks what a field holds line by line. Values are the same where filters do not tell them apart: whatever their
 * case, and all that is unset. Of texts that differ in case only, the first by code unit is shown.
 */
export function rankedColumn(stored: readonly StoredValue[], key: GroupingKey): RankedColumn {
  const codes = new Map<StoredValue, number>();
  const ranks = new Uint32Array(stored.length);
  stored.forEach((value, at) => {
    let code = codes.get(value);
    if (code === undefined) codes.set(value, (code = codes.size));
    ranks[at] = code;
  });
  const shown = new Map<string, KeyValue>();
  const compared: string[] = [];
  for (const value of codes.keys()) {
    const one = keyValue(value, key);
    const form = comparedForm(one);
    const known = shown.get(form);
    if (known === undefined || one < known) shown.set(form, one);
    compared.push(form);
  }
  const values = [...shown.values()];
  values.sort(orderOf(values));
  const rankOf = new Map(values.map((value, rank) => [comparedForm(value), rank]));
  const rankOfCode = compared.map((form) => rankOf.get(form) ?? 0);
  return { values, ranks: ranks.map((code) => rankOfCode[code] ?? 0) };
}

function keyValue(stored: StoredValue, { field, part }: GroupingKey): KeyValue {
  if (stored === null) return '';
  if (field.kind === 'boolean') return stored === 1;
  if (typeof stored === 'number') return stored;
  if (field.kind === 'string' ? stored.trim() === '' : isUnset(stored)) return '';
  return part ? spanOf(stored, part) : stored;
}

/** A value's form in which it is the same as another. */
function comparedForm(value: KeyValue): string {
  const text = String(value);
  return isAscii(text) ? text.toUpperCase() : folded(text);
}

function orderOf(values: readonly KeyValue[]): (a: KeyValue, b: KeyValue) => number {
  const byText = naturalOrderOf(values.map(String));
  return (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : byText(String(a), String(b)));
}
