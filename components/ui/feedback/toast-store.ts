export type ToastAction = { label: string } & ({ onPress: () => void } | { href: string });

export interface Toast {
  id: number;
  tone: 'info' | 'success' | 'problem';
  /** False: it leaves by itself. */
  stays: boolean;
  title: string;
  description: string | undefined;
  action: ToastAction | undefined;
}

/** Older messages wait, and their time stops. */
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
  // What was done, or remarked, replaces the remark before; other messages stay.
  const kept = toasts.filter(({ tone }) => tone !== 'info' || toast.tone === 'problem');
  put(isBehind ? [one, ...kept] : [...kept, one]);
  return lastId;
}

/** The messages to show, oldest first, and how many older ones wait. */
export function shownToasts(all: readonly Toast[]): { shown: readonly Toast[]; waiting: number } {
  const shown = all.slice(-mostShown);
  return { shown, waiting: all.length - shown.length };
}

/** For `useSyncExternalStore`. */
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
  /** Removes what leaves by itself and offers nothing to press. */
  dismissRemarks(): void {
    put(toasts.filter(({ stays, action }) => stays || action !== undefined));
  },
};

/** Shows a message that is spoken. Remarks and successes leave by themselves, problems stay. */
export const notify = {
  /** An act's result that nothing else shows. */
  info(title: string): number {
    return add({ tone: 'info', stays: false, title, description: undefined, action: undefined });
  },
  success(title: string, more: { description?: string; action?: ToastAction } = {}): number {
    return add({ tone: 'success', stays: false, title, description: more.description, action: more.action });
  },
  /** @param more `isBehind` puts it behind the shown messages. */
  problem(
    title: string,
    description?: string,
    more: { action?: ToastAction; stays?: boolean; isBehind?: boolean } = {},
  ): number {
    const { action, stays = true, isBehind } = more;
    return add({ tone: 'problem', stays, title, description, action }, isBehind);
  },
};
