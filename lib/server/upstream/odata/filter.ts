import 'server-only';
import { notSendable } from '@/lib/server/upstream/errors/upstream-error';

/** A field of a set, one of the console's own constants, and the value that it must have. */
export interface Comparison {
  field: string;
  value: string | boolean;
}

/**
 * All that the console asks of a set: rows with these values. The service answers 501 to `or` across fields, and may ignore
 * other options and return everything.
 */
export type Filter = readonly Comparison[];

/** Whether booleans in this filter are written at all, so that their quoting matters. */
export function hasBoolean(filter: Filter): boolean {
  return filter.some(({ value }) => typeof value === 'boolean');
}

/** The query of an address, `?$filter=…` or empty, percent-encoded. Throws `rejected` for what cannot be expressed. */
export function queryOf(filter: Filter, quotedBooleans: boolean): string {
  if (filter.length === 0) return '';
  const parts = filter.map(({ field, value }) => `${field} eq ${literal(value, quotedBooleans)}`);
  try {
    return `?$filter=${encodeURIComponent(parts.join(' and '))}`;
  } catch {
    throw notSendable('A value in the filter holds half a character (a lone surrogate). Nothing was sent.');
  }
}

function literal(value: string | boolean, quotedBooleans: boolean): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return quotedBooleans ? `'${String(value)}'` : String(value);
}
