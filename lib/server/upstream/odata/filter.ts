import 'server-only';
import { notSendable } from '@/lib/server/upstream/errors/upstream-error';

/** A field, always a constant of the console, and its required value. */
export interface Comparison {
  field: string;
  value: string | boolean;
}

/** Conditions joined by `and`: the service answers `or` with 501 and may ignore other options. */
export type Filter = readonly Comparison[];

export function hasBoolean(filter: Filter): boolean {
  return filter.some(({ value }) => typeof value === 'boolean');
}

/** The query `?$filter=…`, percent-encoded, or an empty text. @throws `rejected` for a lone surrogate. */
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
