import { createHash } from 'node:crypto';
import { badRequest } from '@/lib/reference/http/error-body';

/** Where a following page begins. */
interface Position {
  /** Number of the page to be read, from 1. */
  page: number;
  /** Row (natural order) or offset (sorted order) of its first row. */
  at: number;
  /** Version of the data when the first page was read. */
  version: number;
}

const sign = (text: string): string =>
  createHash('sha256').update(`skip ${text}`).digest('base64url').slice(0, 12);

/** A short text that stands for the query a token belongs to. */
export function fingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

/** Makes the opaque `$skiptoken` for a position within a query. */
export function writeToken(position: Position, query: string): string {
  const body = Buffer.from(JSON.stringify([position.page, position.at, position.version])).toString(
    'base64url',
  );
  return `${body}.${sign(body + query)}`;
}

/** Reads a `$skiptoken`; null when none was given. Throws ServiceError 400 when it is not one of this query's. */
export function readToken(token: string | null, query: string): Position | null {
  if (token === null) return null;
  const bad = badRequest('The skip token is not valid for this request.');
  const [body = '', signature = ''] = token.split('.');
  if (signature !== sign(body + query)) throw bad;
  const [page, at, version] = parseNumbers(Buffer.from(body, 'base64url').toString());
  if (page === undefined || at === undefined || version === undefined) throw bad;
  return { page, at, version };
}

/** Page number that a token leads to, without proof that it is genuine; 1 without or with a broken token. */
export function pageOfToken(token: string | null): number {
  const [page] = parseNumbers(Buffer.from(token?.split('.')[0] ?? '', 'base64url').toString());
  return page ?? 1;
}

function parseNumbers(text: string): number[] {
  const match = /^\[(\d{1,15}),(\d{1,15}),(\d{1,15})\]$/.exec(text);
  return match === null ? [] : match.slice(1).map(Number);
}
