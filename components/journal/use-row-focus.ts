'use client';

import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';

const sideStep = 160;

/** One tab stop for all rows: up, down, page and Home/End move between rows, left and right scroll sideways. */
export function useRowFocus(rowCount: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const current = Math.min(focused, Math.max(rowCount - 1, 0));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const target = targetOf(event.key, current, rowCount);
    if (sideways === 0 && target === undefined) return;
    event.preventDefault();
    scroller.current?.scrollBy({ left: sideways * sideStep });
    const row =
      target === undefined ? undefined : event.currentTarget.querySelectorAll('[data-line-row]')[target];
    if (row instanceof HTMLElement) row.focus();
  };

  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const rows = [...event.currentTarget.querySelectorAll('[data-line-row]')];
    const at = rows.findIndex((row) => row.contains(event.target));
    if (at >= 0) setFocused(at);
  };

  return { scroller, current, onKeyDown, onFocus };
}

function targetOf(key: string, current: number, rowCount: number): number | undefined {
  const last = rowCount - 1;
  const targets: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + 15,
    PageUp: current - 15,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.max(0, Math.min(last, target));
}
