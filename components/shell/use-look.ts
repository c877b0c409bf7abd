'use client';

import { useSyncExternalStore } from 'react';
import { shownLook, subscribeLook, usualLook, type Look } from './look';

/** What is on the page; drawn anew when it changes, here or in another tab. */
export function useLook<Value extends string>(look: Look<Value>): Value {
  return useSyncExternalStore(
    subscribeLook,
    () => shownLook(look),
    () => usualLook(look),
  );
}
