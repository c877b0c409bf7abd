'use client';

import {
  useCallback,
  useLayoutEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
  type ToggleEvent,
} from 'react';

const focusable =
  'input:not(:disabled),button:not(:disabled),select,a[href],[tabindex="0"],[role^="menuitem"]';

/**
 * State and attributes of a native popover and the button that opens it. The browser closes it on Escape and on a
 * press outside and gives the focus back; this adds the first focus and closing when the focus walks away.
 */
export function usePopover(kind: 'dialog' | 'menu') {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const take = useCallback((element: HTMLDivElement | null) => {
    panel.current = element;
    // The browser opens it without us, so somebody may have done so before the page was alive.
    if (element?.matches(':popover-open') === true) setOpen(true);
  }, []);
  const close = useCallback(() => panel.current?.hidePopover(), []);

  const triggerProps = {
    popoverTarget: id,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
  } as const;

  const panelProps = {
    ref: take,
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

function focusFirst(panel: HTMLElement): void {
  (
    panel.querySelector<HTMLElement>('[data-autofocus]') ??
    panel.querySelector<HTMLElement>(focusable) ??
    panel
  ).focus();
}

/**
 * For content that is loaded on demand: where it comes after its popover has opened, it takes the first focus then. The
 * search field shown while it was loading is gone, with the focus; the caret goes behind the text that was typed there.
 */
export function useFirstFocus(content: RefObject<HTMLElement | null>): void {
  // No key may come between the two.
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    const panel = content.current?.closest<HTMLElement>('[popover]');
    if (panel == null || (activeElement !== panel && activeElement !== body)) return;
    focusFirst(panel);
    const field = document.activeElement;
    if (field instanceof HTMLInputElement && field.type === 'search')
      field.setSelectionRange(field.value.length, field.value.length);
  }, [content]);
}
