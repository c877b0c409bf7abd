'use client';

import { useSyncExternalStore } from 'react';
import { leadingColumns } from '@/lib/domain/journal/presets';

/** How wide columns are and which stay in view, as this browser keeps it. */
export interface ColumnLayout {
  /** Widths that were changed, in px, by field. */
  sizes: Readonly<Record<string, number>>;
  /** Fields whose columns stay in view while the rest scrolls sideways. */
  pinned: string[];
}

/** How narrow and how wide a column may be made, in px. */
export const [narrowestColumn, widestColumn] = [40, 800];

export const usualLayout: ColumnLayout = { sizes: {}, pinned: [...leadingColumns] };

const storageKey = 'mem-console-journal-columns';
const listeners = new Set<() => void>();
let shown: ColumnLayout | null = null;

/** The layout shown. */
export function useColumnLayout(): ColumnLayout {
  return useSyncExternalStore(subscribe, current, () => usualLayout);
}

/** Changes the layout as it is now; storage may be forbidden, then it holds for this page. */
export function changeColumnLayout(change: (layout: ColumnLayout) => Partial<ColumnLayout>): void {
  keep({ ...current(), ...change(current()) });
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== storageKey) return;
    shown = null; // another tab has changed it
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) shown = null; // nobody here learns what other tabs change meanwhile
    window.removeEventListener('storage', onStorage);
  };
}

function current(): ColumnLayout {
  shown ??= read();
  return shown;
}

function read(): ColumnLayout {
  try {
    const kept = { ...usualLayout, ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as object) }; // an object, or spread as none
    return isLayout(kept) ? kept : usualLayout;
  } catch {
    return usualLayout; // nothing kept, or nothing that can be used
  }
}

function keep(layout: ColumnLayout): void {
  shown = layout;
  try {
    if (JSON.stringify(layout) === JSON.stringify(usualLayout)) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(layout));
  } catch {
    // Storage is forbidden.
  }
  for (const listener of listeners) listener();
}

/** Whether what the browser kept is a layout; another version may have written it, or somebody's hand. */
function isLayout({ sizes, pinned }: Record<keyof ColumnLayout, unknown>): boolean {
  return (
    typeof sizes === 'object' &&
    sizes !== null &&
    Object.values(sizes).every(
      (size) => typeof size === 'number' && size >= narrowestColumn && size <= widestColumn,
    ) &&
    Array.isArray(pinned) &&
    pinned.every((field) => typeof field === 'string')
  );
}
