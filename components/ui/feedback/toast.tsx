'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Messages } from './messages';
import { toastStore, type Toast } from './toast-store';

export { notify } from './toast-store';

const none: readonly Toast[] = [];

/** The place of all messages; stands once, in the providers. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const [Shown, setShown] = useState<typeof Messages | null>(null);
  useEffect(() => {
    if (Shown !== null) return;
    // As soon as the page works: with the first message the network may be gone.
    void import('./messages').then(
      ({ Messages }) => setShown(() => Messages),
      () => undefined, // asked for again with the next message
    );
  }, [Shown, toasts]);
  return Shown === null || toasts.length === 0 ? null : <Shown toasts={toasts} />;
}
