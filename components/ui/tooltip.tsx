'use client';

import { useEffect, useId, useRef, type ReactNode } from 'react';
import { classNames } from './class-names';

interface TooltipProps {
  text: string;
  /** What the words belong to; it holds something focusable, so that keyboards reach the words too. */
  children: ReactNode;
  className?: string | undefined;
}

/** Milliseconds a pointer rests before the words appear; focus shows them at once. */
const restMs = 400;

/** Short words about its content, on hover and on focus; Escape hides them, the pointer may enter them. */
export function Tooltip({ text, children, className }: TooltipProps) {
  const id = useId();
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (source: HTMLElement) => {
    clearTimeout(timer.current);
    if (bubble.current?.matches(':popover-open') === false) bubble.current.showPopover({ source });
  };
  const hide = () => {
    clearTimeout(timer.current);
    if (bubble.current?.matches(':popover-open') === true) bubble.current.hidePopover();
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span
      className={classNames('inline-flex min-w-0', className)}
      onPointerEnter={(event) => {
        const source = event.currentTarget;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => show(source), restMs);
      }}
      onPointerLeave={hide}
      onFocus={(event) => {
        const target = event.target;
        target.setAttribute('aria-describedby', id);
        if (target.matches(':focus-visible')) show(event.currentTarget);
      }}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide();
      }}
    >
      {children}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        data-align="center"
        className="popover-panel max-w-64 px-2 py-1 text-xs"
      >
        {text}
      </span>
    </span>
  );
}
