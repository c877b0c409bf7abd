/** Does something, or leads to a page of the console. */
export type ToastAction = { label: string } & ({ onPress: () => void } | { href: string });

export interface Toast {
  id: number;
  tone: 'info' | 'success' | 'problem';
  /** It stays until it is dismissed; else it leaves by itself. */
  stays: boolean;
  title: string;
  description: string | undefined;
  action: ToastAction | undefined;
}

/** Most messages shown at once, so that they cover little of the page. Older ones wait, and their time with them. */
const mostShown = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function put(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function add(toast: Omit<Toast, 'id'>, isBehind = false): number {
  lastId += 1;
  const one = { ...toast, id: lastId };
  // A remark is about the act before; with the next remark it is old. No other message is taken away unread.
  const kept = toasts.filter(({ tone }) => tone !== 'info' || toast.tone !== 'info');
  put(isBehind ? [one, ...kept] : [...kept, one]);
  return lastId;
}

/** The messages to show, oldest first, and how many older ones wait until one of them leaves. */
export function shownToasts(all: readonly Toast[]): { shown: readonly Toast[]; waiting: number } {
  const shown = all.slice(-mostShown);
  return { shown, waiting: all.length - shown.length };
}

/** The messages of the page, for `useSyncExternalStore`. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Toast[] => toasts,
  dismiss(id: number): void {
    put(toasts.filter((toast) => toast.id !== id));
  },
  dismissAll(): void {
    put([]);
  },
};

/**
 * Shows a message at the edge of the page, which is spoken. Remarks and successes leave by themselves; a problem stays
 * until it is dismissed, unless the page goes on showing it.
 */
export const notify = {
  /** Why an act did nothing, or what it did, where nothing else shows it. */
  info(title: string): number {
    return add({ tone: 'info', stays: false, title, description: undefined, action: undefined });
  },
  success(title: string, more: { description?: string; action?: ToastAction } = {}): number {
    return add({ tone: 'success', stays: false, title, description: more.description, action: more.action });
  },
  /** @param more with `isBehind`, messages that are shown already stay in front of it. */
  problem(
    title: string,
    description?: string,
    more: { action?: ToastAction; stays?: boolean; isBehind?: boolean } = {},
  ): number {
    const { action, stays = true, isBehind } = more;
    return add({ tone: 'problem', stays, title, description, action }, isBehind);
  },
};
