import 'server-only';
import { notSendable } from '@/lib/server/upstream/errors/errors';

/** What kind of value a field holds; decides how a literal is written. */
export type ValueKind = 'string' | 'integer' | 'decimal' | 'boolean' | 'date' | 'time';

export type ComparisonOperator =
  'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'contains' | 'startswith' | 'endswith';

/** One condition on one field. Dates are `YYYY-MM-DD`, times `HH:MM:SS`. */
export interface Comparison {
  field: string;
  op: ComparisonOperator;
  value: string | number | boolean;
  kind: ValueKind;
}

/**
 * The closed subset of filters the console sends: conditions joined by `and`. The service answers 501 to `or` across
 * fields, and may ignore `in` and return everything, so neither exists here.
 */
export type Filter = Comparison | { and: readonly Filter[] };

/** A read of a set. `top` and `skip` belong to one page for the screen, never to a full read. */
export interface ODataQuery {
  filter?: Filter;
  orderBy?: { field: string; descending: boolean }[];
  top?: number;
  skip?: number;
  count?: boolean;
  select?: readonly string[];
}

const fieldName = /^[A-Za-z][A-Za-z0-9]{0,119}$/;
const functions: ReadonlySet<string> = new Set(['contains', 'startswith', 'endswith']);
const shapes: Partial<Record<ValueKind, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}:\d{2}(\.\d{1,7})?$/,
};

/** Whether booleans in this filter are written at all, so that their quoting matters. */
export function hasBoolean(filter: Filter | undefined): boolean {
  if (filter === undefined) return false;
  if ('and' in filter) return filter.and.some(hasBoolean);
  return filter.kind === 'boolean';
}

/** The query of an address, `?…` or empty, percent-encoded. Throws `rejected` for what cannot be expressed. */
export function queryOf(query: ODataQuery, quotedBooleans: boolean): string {
  const parts: string[] = [];
  const expression = query.filter === undefined ? '' : expressionOf(query.filter, quotedBooleans);
  if (expression !== '') parts.push(`$filter=${encoded(expression)}`);
  if (query.select !== undefined && query.select.length > 0)
    parts.push(`$select=${query.select.map(checkedField).join(',')}`);
  if (query.orderBy !== undefined && query.orderBy.length > 0)
    parts.push(
      `$orderby=${query.orderBy.map(({ field, descending }) => `${checkedField(field)}${descending ? '%20desc' : ''}`).join(',')}`,
    );
  if (query.top !== undefined) parts.push(`$top=${checkedCount(query.top)}`);
  if (query.skip !== undefined && query.skip > 0) parts.push(`$skip=${checkedCount(query.skip)}`);
  if (query.count === true) parts.push('$count=true');
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** The filter as an OData expression, not yet percent-encoded; empty for an empty `and`. */
export function expressionOf(filter: Filter, quotedBooleans: boolean): string {
  if ('and' in filter) {
    return filter.and
      .map((part) => expressionOf(part, quotedBooleans))
      .filter((part) => part !== '')
      .join(' and ');
  }
  return comparison(filter, quotedBooleans);
}

function comparison({ field, op, value, kind }: Comparison, quotedBooleans: boolean): string {
  const name = checkedField(field);
  if (!functions.has(op)) return `${name} ${op} ${literal(value, kind, quotedBooleans)}`;
  if (kind !== 'string')
    throw notSendable(`The service searches inside texts only; ${name} is not a text. Nothing was sent.`);
  return `${op}(${name},${literal(value, kind, quotedBooleans)})`;
}

function literal(value: string | number | boolean, kind: ValueKind, quotedBooleans: boolean): string {
  const shape = shapes[kind];
  if (kind === 'string' && typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (kind === 'boolean' && typeof value === 'boolean') return quotedBooleans ? `'${value}'` : String(value);
  if (kind === 'integer' && typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (kind === 'decimal' && typeof value === 'number' && Number.isFinite(value)) return plainDecimal(value);
  if (shape !== undefined && typeof value === 'string' && shape.test(value)) return value;
  throw notSendable(`A value in the filter is not a valid ${kind}. Nothing was sent.`);
}

const withoutExponent = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 });

function plainDecimal(value: number): string {
  const text = String(value);
  return text.includes('e') ? withoutExponent.format(value) : text;
}

function encoded(expression: string): string {
  try {
    return encodeURIComponent(expression);
  } catch {
    throw notSendable('A value in the filter holds half a character (a lone surrogate). Nothing was sent.');
  }
}

function checkedField(field: string): string {
  if (fieldName.test(field)) return field;
  throw notSendable('A field name in the request is not one the service can have. Nothing was sent.');
}

function checkedCount(count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw notSendable('A page number or size in the request is not a whole number. Nothing was sent.');
}

/** One row as it is compared: field name to value. */
export type ComparableRow = Record<string, unknown>;

/**
 * Whether a row certainly lies outside the filter, which shows that the service did not apply it. Lenient where the
 * service may judge differently than we: texts compare without case, order among texts is the service's matter, a field that
 * did not come (`$select`) proves nothing.
 */
export function surelyOutside(row: ComparableRow, filter: Filter): boolean {
  if ('and' in filter) return filter.and.some((part) => surelyOutside(row, part));
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
