import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { agreedLocale } from '@/lib/domain/agreed-locales';
import { readerCookie } from '@/lib/domain/reader-formats';
import type { Reader } from '@/lib/domain/reader-formats';

// Next bundles this file more than once; lib/domain/reader-formats.ts reads the same global.
const shared = globalThis as typeof globalThis & { memPageReader?: AsyncLocalStorage<Reader> };
const readers = (shared.memPageReader ??= new AsyncLocalStorage());

export function withReader<T>(request: IncomingMessage, answer: () => T): T {
  return readers.run(readerOf(request), answer);
}

export function readerOf({ headers }: Pick<IncomingMessage, 'headers'>): Reader {
  return {
    locale: agreedLocale(headers['accept-language'] ?? ''),
    timeZone: namedZone(notedIn(headers.cookie)),
    drawnAt: Date.now(),
  };
}

/** What an earlier page noted in its cookie. */
function notedIn(cookies: string | undefined): string | undefined {
  const cookie = cookies?.split('; ').find((one) => one.startsWith(`${readerCookie}=`));
  if (cookie === undefined || cookie.length > 200) return undefined;
  try {
    return decodeURIComponent(cookie.slice(readerCookie.length + 1)).split(' ', 1)[0];
  } catch {
    return undefined;
  }
}

/** The usual name of a time zone; undefined for an unknown one and for an offset. */
function namedZone(name: string | undefined): string | undefined {
  if (name === undefined || !/^[a-z]/i.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
