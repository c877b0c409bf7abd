export interface ToastAction {
  label: string;
  onPress: () => void;
}

export interface Toast {
  id: number;
  tone: 'success' | 'problem';
  title: string;
  description: string | undefined;
  action: ToastAction | undefined;
}

/** Most messages shown at once; older ones make room. */
const mostShown = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function put(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function add(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  put([...toasts, { ...toast, id: lastId }].slice(-mostShown));
  return lastId;
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
};

/** Says something at the edge of the page. A success leaves by itself, a problem stays until it is dismissed. */
export const notify = {
  success(title: string, more: { description?: string; action?: ToastAction } = {}): number {
    return add({ tone: 'success', title, description: more.description, action: more.action });
  },
  problem(title: string, description?: string, more: { action?: ToastAction } = {}): number {
    return add({ tone: 'problem', title, description, action: more.action });
  },
};
