'use client';

import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { leadingColumns } from '@/lib/domain/journal/presets';

const layoutSchema = z.object({
  /** Widths that were changed, in px, by field. */
  sizes: z.record(z.string(), z.number().min(40).max(800)).default({}),
  /** Fields whose columns stay in view while the rest scrolls sideways. */
  pinned: z.array(z.string()).default([...leadingColumns]),
});

/** How wide columns are and which stay in view, as this browser keeps it. */
export type ColumnLayout = z.infer<typeof layoutSchema>;

export const usualLayout: ColumnLayout = layoutSchema.parse({});

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
    return layoutSchema.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'));
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
