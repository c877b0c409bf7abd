import 'server-only';
import type { Comparison, Filter } from './filter';

/** One row as it is compared: field name to value. */
export type ComparableRow = Record<string, unknown>;

/**
 * Whether a row certainly lies outside the filter, which shows that the service did not apply it. Lenient where the
 * service may judge differently than we: texts compare without case, order among texts is the service's matter, a field that
 * did not come (`$select`) proves nothing.
 */
export function surelyOutside(row: ComparableRow, filter: Filter): boolean {
  if ('and' in filter) return filter.and.some((part) => surelyOutside(row, part));
  if ('or' in filter) return filter.or.length > 0 && filter.or.every((part) => surelyOutside(row, part));
  const value = row[filter.field];
  return value !== undefined && typeof value === typeof filter.value && contradicts(value, filter);
}

function contradicts(value: unknown, { op, value: wanted, kind }: Comparison): boolean {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  const want = typeof wanted === 'string' ? wanted.trim().toLowerCase() : wanted;
  if (op === 'eq') return text !== want;
  if (op === 'ne') return value === wanted;
  if (typeof text === 'string' && typeof want === 'string') {
    if (op === 'contains') return !text.includes(want);
    if (op === 'startswith') return !text.startsWith(want);
    if (op === 'endswith') return !text.endsWith(want);
    if (kind !== 'date' && kind !== 'time') return false;
    return outOfOrder(text < want ? -1 : text > want ? 1 : 0, op);
  }
  if (typeof text === 'number' && typeof want === 'number') return outOfOrder(text - want, op);
  return false;
}

function outOfOrder(order: number, op: Comparison['op']): boolean {
  if (op === 'lt') return order >= 0;
  if (op === 'le') return order > 0;
  if (op === 'gt') return order <= 0;
  return op === 'ge' && order < 0;
}
