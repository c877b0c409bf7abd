import 'server-only';
import { utf8Text } from '@/lib/server/upstream/transport/body';
import { malformed } from '@/lib/server/upstream/errors/errors';

/** The envelope of a collection: its rows unchecked, and where it goes on. */
export interface PageContent {
  value: unknown[];
  nextLink: string | null;
  context: string | null;
  /** `@odata.count`, when asked for and given. */
  count: number | null;
}

/**
 * Reads a page: `{"value":[…]}`, a bare array, or one bare record (recognised by `keyField`), as the interface's
 * sample shows. Throws `service-malformed` for anything else, so that a faulty page is never an empty one.
 */
export function pageContent(body: Buffer, keyField: string): PageContent {
  const parsed = jsonOf(body);
  if (Array.isArray(parsed))
    return { value: parsed as unknown[], nextLink: null, context: null, count: null };
  const envelope = parsed as Record<string, unknown>; // jsonOf returns arrays and objects only
  const value = envelope['value'];
  if (Array.isArray(value)) {
    return {
      value: value as unknown[],
      nextLink: nextLinkOf(envelope),
      context: contextOf(envelope),
      count: countOf(envelope['@odata.count']),
    };
  }
  if (value === undefined && Object.hasOwn(envelope, keyField))
    return { value: [envelope], nextLink: nextLinkOf(envelope), context: contextOf(envelope), count: null };
  throw malformed(
    'The service answered with JSON of another shape than a list of records. Nothing of it was used.',
  );
}

/** The JSON array or object of a body. Throws `service-malformed` saying what came instead. */
export function jsonOf(body: Buffer): object {
  const text = utf8Text(body);
  if (text === null)
    throw malformed('The service answered with bytes that are not UTF-8 text. Nothing of it was used.');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw malformed(`${whatCame(text)} Nothing of it was used.`);
  }
  if (typeof parsed === 'object' && parsed !== null) return parsed;
  throw malformed(
    'The service answered with a single JSON value instead of records. Nothing of it was used.',
  );
}

function whatCame(text: string): string {
  const start = text.slice(0, 1000).trimStart();
  if (start === '') return 'The service answered with an empty body instead of data.';
  if (/^<(!doctype\s+html|html|head|body)/i.test(start))
    return 'The service answered with a web page (HTML) instead of data.';
  if (start.startsWith('<')) return 'The service answered with XML instead of JSON.';
  if (/^[[{]/.test(start)) return 'The service’s answer breaks off or is not valid JSON.';
  return 'The service answered with plain text instead of data.';
}

function nextLinkOf(envelope: Record<string, unknown>): string | null {
  const link = envelope['@odata.nextLink'];
  if (link === undefined || link === null) return null;
  if (typeof link === 'string' && link !== '') return link;
  throw malformed('The service’s link to the next page is not a text, so the read cannot be completed.');
}

function contextOf(envelope: Record<string, unknown>): string | null {
  const context = envelope['@odata.context'];
  return typeof context === 'string' ? context : null;
}

function countOf(count: unknown): number | null {
  const number = typeof count === 'string' && /^\d+$/.test(count) ? Number(count) : count;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}
