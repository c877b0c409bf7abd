'use client';

import { useSyncExternalStore } from 'react';
import { pageReader } from '@/lib/domain/reader-formats';

const never = () => () => undefined;
let zone: string | undefined;
/** Asked once, for an answer takes up to a millisecond and React asks whenever it draws; whoever travels loads the page again. */
const own = () => (zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
const told = () => pageReader().timeZone;

/**
 * The reader's time zone. While a page is drawn by the server and taken over: what the browser said before, undefined
 * where it has not said it yet; a time is then left out rather than written wrongly.
 */
export function useTimeZone(): string | undefined {
  return useSyncExternalStore(never, own, told);
}
