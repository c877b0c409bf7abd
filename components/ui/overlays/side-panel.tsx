'use client';

import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { isOfComposition } from '@/components/ui/keys/typed-key';
import { useHydrated } from '@/components/ui/use-hydrated';
import { useWide } from '@/components/ui/window-width';
import { Sheet } from './modal';
import { focusPanel, PanelParts, type PanelProps } from './panel-parts';

interface SidePanelProps extends PanelProps {
  /** One goes on in it: it takes the focus when it opens, which else stays in the grid, whose cell it tells of. */
  takesFocus?: boolean | undefined;
}

/**
 * What is told of one thing beside a page that stays usable, in a row with it; where the window has no room for both, a
 * sheet over the page. The server draws none: it does not know the width.
 */
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
  // A layout effect ends while the panel is still on the page.
  useLayoutEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    if (element !== null && takesFocus) focusPanel(element);
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      element.hidden = true; // beside it, what had the focus may have had no room
      giveFocusBack(before);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a constant of who draws it; only what opens takes the focus
  }, []);
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isOfComposition(event)) return;
    // What lies over the page closes first.
    if (document.querySelector('dialog[open],:popover-open') === null) onClose();
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

/**
 * A grid gives it to its active cell: the cell that had it may show another one by now. So does the page's grid where
 * what had it is gone, as the panel has in whose place this one stood.
 */
function giveFocusBack(before: Element | null): void {
  const grid =
    before?.isConnected === true ? before.closest('[role="grid"]') : document.querySelector('[role="grid"]');
  const target = grid?.querySelector('[tabindex="0"]') ?? before;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
