'use client';

import { useCallback, useId, useRef, useState, type FocusEvent, type ToggleEvent } from 'react';

const focusable =
  'input:not(:disabled),button:not(:disabled),select,a[href],[tabindex="0"],[role^="menuitem"]';

/**
 * State and attributes of a native popover and its button. The browser closes it on Escape and presses outside; this
 * adds the first focus, and closing when the focus leaves.
 */
export function usePopover(kind: 'dialog' | 'menu') {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => panel.current?.hidePopover(), []);

  const triggerProps = {
    popoverTarget: id,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
  } as const;

  const panelProps = {
    ref: panel,
    id,
    popover: 'auto',
    tabIndex: -1,
    onBeforeToggle: (event: ToggleEvent<HTMLDivElement>) => {
      if (event.target === event.currentTarget && event.newState === 'open') setOpen(true);
    },
    onToggle: (event: ToggleEvent<HTMLDivElement>) => {
      if (event.target !== event.currentTarget) return;
      if (event.newState === 'closed') setOpen(false);
      else focusFirst(event.currentTarget);
    },
    onBlur: (event: FocusEvent<HTMLDivElement>) => {
      const next = event.relatedTarget;
      if (!(next instanceof HTMLElement) || event.currentTarget.contains(next)) return;
      if (next.getAttribute('popovertarget') !== id) event.currentTarget.hidePopover();
    },
  } as const;

  return { isOpen, close, triggerProps, panelProps };
}

/** Focuses the part marked `data-autofocus`, else the first field or button, else the popover. */
export function focusFirst(panel: HTMLElement): void {
  (
    panel.querySelector<HTMLElement>('[data-autofocus]') ??
    panel.querySelector<HTMLElement>(focusable) ??
    panel
  ).focus();
}
