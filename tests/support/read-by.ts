import type { IncomingMessage } from 'node:http';
import { withReader } from '@/lib/server/http/page-reader';

/** What is drawn or read for somebody whose browser asks in this language. */
export function readBy<T>(locale: string, read: () => T): T {
  // The reader is found by headers alone.
  return withReader({ headers: { 'accept-language': locale } } as IncomingMessage, read);
}
