'use client';

import { useEffect, useEffectEvent } from 'react';
import { currentPreference, singleKeysPreference } from '@/components/ui/preferences';
import { shortcutKey } from './typed-key';

/** Name of Ctrl+Z and Cmd+Z. */
export const undoKey = 'Undo';

/**
 * Handles single keys and `undoKey` unless a field has the focus, or a dialog or panel is open. A person may turn
 * single keys off outside grids.
 * @param onKey gets letters in lower case; returns whether it handled the key. Only `undoKey` repeats.
 */
export function usePageKeys(onKey: (key: string, isInGrid: boolean, isRepeated: boolean) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = isUndo(event) ? undoKey : shortcutKey(event);
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if ((isOther && key !== undoKey) || event.defaultPrevented || isTyping(event.target)) return;
    // A key must not reach what lies behind.
    if (document.querySelector('dialog[open], [popover="auto"]:popover-open') !== null) return;
    const isInGrid = document.activeElement?.closest('[role="grid"]') != null;
    if (key !== undoKey && !isInGrid && currentPreference(singleKeysPreference) === 'off') return;
    if (onKey(key, isInGrid, event.repeat)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** The key `/` focuses the field marked `data-search`. */
export function useSearchKey(): void {
  usePageKeys((key) => {
    const search = key === '/' ? document.querySelector<HTMLElement>('[data-search]') : null;
    search?.focus();
    return search !== null;
  });
}

function isUndo(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  return shortcutKey(event) === 'z' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"],[type="radio"]), textarea, select, [contenteditable]')
  );
}
