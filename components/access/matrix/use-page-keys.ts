'use client';

import { useEffect, useEffectEvent } from 'react';

/**
 * Single keys that mean something wherever the focus is on the page, but where one types, or a dialog or a panel is open.
 * @param onKey answers whether the key means something.
 */
export function usePageKeys(onKey: (key: string) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if (isModified || event.defaultPrevented || isTyping(event.target)) return;
    // A stray letter there must not reach what lies behind.
    const isCovered = document.querySelector('dialog[open], [popover="auto"]:popover-open') !== null;
    if (!isCovered && onKey(event.key)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"],[type="radio"]), textarea, select, [contenteditable]')
  );
}
