'use client';

import { useSyncExternalStore } from 'react';
import { pageReader } from '@/lib/domain/reader-formats';

const never = () => () => undefined;
let zone: string | undefined;
/** Read once: it takes up to a millisecond, and React calls it in each render. */
const own = () => (zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
const told = () => pageReader().timeZone;

/** The reader's time zone; until hydration as noted before, or undefined, where times are left out. */
export function useTimeZone(): string | undefined {
  return useSyncExternalStore(never, own, told);
}
