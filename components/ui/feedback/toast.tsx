'use client';

import { useSyncExternalStore } from 'react';
import { Messages } from './messages';
import { toastStore, type Toast } from './toast-store';

export { notify } from './toast-store';

const none: readonly Toast[] = [];

/** The place of all messages; stands once, in the providers. Comes with the page: with the first message the network may be gone. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  return toasts.length === 0 ? null : <Messages toasts={toasts} />;
}
