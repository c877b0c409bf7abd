'use client';

import { useEffect, useEffectEvent } from 'react';
import { currentPreference, singleKeysPreference } from '@/components/ui/preferences';
import { shortcutKey } from './typed-key';

/** What Ctrl+Z and Cmd+Z are told as: the name of the key that some keyboards have for it. */
export const undoKey = 'Undo';

/**
 * Single keys, and `undoKey`, that mean something wherever the focus is on the page, but where one types, or a dialog or
 * a panel is open. Outside a grid single keys do nothing where the person has turned them off.
 * @param onKey is given a letter in lower case. It answers whether the key means something; a key that is held down repeats only `undoKey`.
 */
export function usePageKeys(onKey: (key: string, isInGrid: boolean, isRepeated: boolean) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = isUndo(event) ? undoKey : shortcutKey(event);
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if ((isOther && key !== undoKey) || event.defaultPrevented || isTyping(event.target)) return;
    // A stray letter there must not reach what lies behind.
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

/** Has the key `/` lead to the search field that the page marks with `data-search`. */
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
