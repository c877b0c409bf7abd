'use client';

import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { useWide } from '@/components/ui/window-width';
import { Sheet } from './modal';

interface SidePanelProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
}

/**
 * What is told of one thing beside a page that stays usable, in a row with it; where the window has no room for both, a
 * sheet over the page.
 */
export function SidePanel(props: SidePanelProps) {
  if (!useWide()) return <Sheet {...props} />;
  return props.isOpen ? <DockedPanel {...props} /> : null;
}

function DockedPanel({ title, onClose, children, footer }: SidePanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  // A layout effect ends while the panel is still on the page.
  useLayoutEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    return () => {
      if (element?.contains(document.activeElement) === true) giveFocusBack(before);
    };
  }, []);
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
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
      <header className="flex items-start gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 id={titleId} className="min-w-0 flex-1 py-0.5 text-base font-semibold wrap-anywhere">
          {title}
        </h2>
        <IconButton label="Close" icon={<X aria-hidden="true" />} onPress={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{children}</div>
      {footer !== undefined && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
          {footer}
        </footer>
      )}
    </aside>
  );
}

/** A grid gives it to its active cell: the cell that had it may show another one by now. */
function giveFocusBack(before: Element | null): void {
  const target = before?.closest('[role="grid"]')?.querySelector('[tabindex="0"]') ?? before;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
