import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/ui/icon-button';

export interface PanelProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
}

interface PanelPartsProps extends Omit<PanelProps, 'isOpen'> {
  titleId: string;
}

/** Focuses the part marked `data-autofocus`, else the title. */
export function focusPanel(panel: Element): void {
  const marked = panel.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)');
  (marked ?? panel.querySelector('h2'))?.focus();
}

export function PanelParts({ titleId, title, onClose, children, footer }: PanelPartsProps) {
  return (
    <>
      <header className="flex items-start gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2
          id={titleId}
          tabIndex={-1}
          className="min-w-0 flex-1 py-1 text-base leading-6 font-semibold wrap-anywhere outline-none"
        >
          {title}
        </h2>
        <IconButton label="Close" icon={<X aria-hidden="true" />} onPress={onClose} />
      </header>
      <div className="relative min-h-0 flex-auto overflow-y-auto overscroll-contain p-4">{children}</div>
      {footer !== undefined && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
          {footer}
        </footer>
      )}
    </>
  );
}
