/** Does something, or leads to a page of the console. */
export type ToastAction = { label: string } & ({ onPress: () => void } | { href: string });

export interface Toast {
  id: number;
  tone: 'success' | 'problem';
  /** Until it is dismissed; else it leaves by itself. */
  stays: boolean;
  title: string;
  description: string | undefined;
  action: ToastAction | undefined;
}

/**
 * Most messages shown at once, so that they cover little of the page. An older one that stays waits behind them, and so
 * does a problem behind a success; any other makes room for good.
 */
const mostShown = 1;

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
  const next = isBehind ? [one, ...toasts] : [...toasts, one];
  const isKept = (one: Toast) => one.stays || (one.tone === 'problem' && toast.tone === 'success');
  put(next.filter((one, at) => isKept(one) || at >= next.length - mostShown));
  return lastId;
}

/** The messages to show, oldest first, and how many older ones wait until one of them is dismissed. */
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
  /** Takes away the problems that the page goes on telling. */
  dismissTold(): void {
    put(toasts.filter(({ stays, tone }) => stays || tone === 'success'));
  },
  dismissAll(): void {
    put([]);
  },
};

/**
 * Says something at the edge of the page. A success leaves by itself; a problem stays until it is dismissed, unless the
 * page goes on telling it.
 */
export const notify = {
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
