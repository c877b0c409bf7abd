'use client';

import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { isOfComposition } from '@/components/ui/keys/typed-key';
import { useHydrated } from '@/components/ui/use-hydrated';
import { useWide } from '@/components/ui/window-width';
import { Sheet } from './modal';
import { focusPanel, PanelParts, type PanelProps } from './panel-parts';

interface SidePanelProps extends PanelProps {
  /** Takes the focus when it opens, which otherwise stays in the grid. */
  takesFocus?: boolean | undefined;
}

/** A panel beside the page; in a narrow window a sheet over it. The server does not know the width and draws none. */
export function SidePanel({ takesFocus, ...props }: SidePanelProps) {
  const isHydrated = useHydrated();
  const isWide = useWide();
  if (!isHydrated) return null;
  if (!isWide) return <Sheet {...props} />;
  return props.isOpen ? <DockedPanel {...props} {...{ takesFocus }} /> : null;
}

function DockedPanel({ title, onClose, children, footer, takesFocus }: SidePanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  // A layout effect cleans up while the panel is still in the document.
  useLayoutEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    if (element !== null && takesFocus) focusPanel(element);
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      element.hidden = true; // gives its space back before the focus moves
      giveFocusBack(before);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a constant of who draws it; only what opens takes the focus
  }, []);
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isOfComposition(event)) return;
    // Overlays close first; messages are none.
    if (document.querySelector('dialog[open], [popover="auto"]:popover-open') === null) onClose();
  });
  useEffect(() => {
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, []);
  return (
    <aside
      ref={panel}
      aria-labelledby={titleId}
      data-docked=""
      className="flex w-100 shrink-0 flex-col border-l border-line bg-surface-raised"
    >
      <PanelParts {...{ titleId, title, onClose, footer }}>{children}</PanelParts>
    </aside>
  );
}

/** A grid's tab stop takes the focus: its former cell may show other content, or be gone. */
function giveFocusBack(before: Element | null): void {
  const grid =
    before?.isConnected === true ? before.closest('[role="grid"]') : document.querySelector('[role="grid"]');
  const target = grid?.querySelector('[tabindex="0"]') ?? before;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
