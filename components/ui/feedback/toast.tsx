'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Messages } from './messages';
import { toastStore, type Toast } from './toast-store';

export { notify } from './toast-store';

/** ms after which what draws messages is loaded: with the first of them the network may be gone. */
const aheadMs = 2_000;

const none: readonly Toast[] = [];

/** The place of all messages; stands once, in the providers. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const [Shown, setShown] = useState<typeof Messages | null>(null);
  useEffect(() => {
    if (Shown !== null) return;
    const load = () =>
      import('./messages').then(
        ({ Messages }) => setShown(() => Messages),
        () => undefined, // asked for again with the next message
      );
    const timer = setTimeout(() => void load(), toasts.length === 0 ? aheadMs : 0);
    return () => clearTimeout(timer);
  }, [Shown, toasts]);
  return Shown === null || toasts.length === 0 ? null : <Shown toasts={toasts} />;
}
