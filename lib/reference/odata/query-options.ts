import { badRequest } from '@/lib/reference/http/error-body';

export interface SortKey {
  field: string;
  descending: boolean;
}

/** The query options of a read that the service knows; others are ignored. */
export interface QueryOptions {
  filter: string | null;
  select: readonly string[] | null;
  orderBy: readonly SortKey[];
  top: number | null;
  skip: number;
  count: boolean;
  skipToken: string | null;
}

/** Options that a mode can make the service ignore. */
export const IGNORABLE_OPTIONS = ['$top', '$skip', '$orderby', '$count', '$select'] as const;

/** Splits a query string into decoded pairs; `+` is a space. Throws ServiceError 400 for a broken percent code. */
export function readPairs(search: string): [string, string][] {
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      throw badRequest('The query string holds a percent code that cannot be decoded.');
    }
  };
  return search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
    });
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw badRequest(`The value '${text}' of '${name}' is not a whole number of zero or more.`);
  return Number(text);
}

function sortKeys(text: string): SortKey[] {
  return text.split(',').map((part) => {
    const match = /^\s*([A-Za-z_][A-Za-z0-9_]*)(?:\s+(asc|desc))?\s*$/.exec(part);
    if (match === null) throw badRequest(`Syntax error in '$orderby' at '${part.trim()}'.`);
    return { field: match[1] ?? '', descending: match[2] === 'desc' };
  });
}

function names(text: string): string[] {
  const list = text.split(',').map((name) => name.trim());
  if (list.some((name) => name === '')) throw badRequest(`Syntax error in '$select': '${text}'.`);
  return list;
}

/** Reads the options of a query string. Throws ServiceError 400 for a bad value or an option given twice. */
export function readQueryOptions(search: string, ignored: ReadonlySet<string>): QueryOptions {
  const given = new Map<string, string>();
  for (const [name, value] of readPairs(search)) {
    if (!name.startsWith('$') || ignored.has(name)) continue;
    if (given.has(name)) throw badRequest(`The query option '${name}' was given more than once.`);
    given.set(name, value);
  }
  const top = given.get('$top');
  const skip = given.get('$skip');
  const select = given.get('$select');
  const orderBy = given.get('$orderby');
  const count = given.get('$count');
  if (count !== undefined && count !== 'true' && count !== 'false') {
    throw badRequest(`The value '${count}' of '$count' is neither true nor false.`);
  }
  const filter = given.get('$filter');
  return {
    filter: filter === undefined || filter.trim() === '' ? null : filter,
    select: select === undefined || select.trim() === '*' ? null : names(select),
    orderBy: orderBy === undefined ? [] : sortKeys(orderBy),
    top: top === undefined ? null : wholeNumber('$top', top),
    skip: skip === undefined ? 0 : wholeNumber('$skip', skip),
    count: count === 'true',
    skipToken: given.get('$skiptoken') ?? null,
  };
}
