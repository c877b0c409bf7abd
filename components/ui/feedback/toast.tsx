'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Messages } from './messages';
import { toastStore, type Toast } from './toast-store';

export { notify } from './toast-store';

const none: readonly Toast[] = [];
/** Milliseconds after which the code that did not come is asked for again while a message waits for it. */
const retryMs = 2_000;

/** The place of all messages; stands once, in the providers. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const [Shown, setShown] = useState<typeof Messages | null>(null);
  const isWaiting = toasts.length > 0;
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (Shown !== null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // As soon as the page works: with the first message the network may be gone.
    void import('./messages').then(
      ({ Messages }) => setShown(() => Messages),
      () => {
        if (isWaiting) timer = setTimeout(() => setTries((count) => count + 1), retryMs);
      },
    );
    return () => clearTimeout(timer);
  }, [Shown, isWaiting, tries]);
  return Shown === null || !isWaiting ? null : <Shown toasts={toasts} />;
}
