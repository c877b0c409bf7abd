'use client';

import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';

interface ModalProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  className?: string | undefined;
}

/**
 * Header, scrolling body and footer in a native modal dialog: the browser keeps the focus inside, makes the rest inert,
 * closes on Escape and gives the focus back. A press on the backdrop closes too.
 */
function ModalFrame({
  title,
  isOpen,
  onClose,
  children,
  footer,
  className,
  place,
}: ModalProps & { place: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element === null || !isOpen) return;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => element.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // A browser may close without asking, e.g. on a second Escape; the state has to follow.
        if (event.target === event.currentTarget && isOpen && !event.currentTarget.open) onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={classNames(
        'flex-col bg-surface-raised text-text shadow-raised outline-none backdrop:bg-scrim open:flex',
        place,
        className,
      )}
    >
      {isOpen && (
        <>
          <header className="flex items-start gap-2 border-b border-line py-2 pr-2 pl-4">
            <h2 id={titleId} className="min-w-0 flex-1 py-0.5 text-lg font-semibold wrap-anywhere">
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
        </>
      )}
    </dialog>
  );
}

/** A modal dialog in the middle of the page, as tall as its words. */
export function Dialog(props: ModalProps) {
  return (
    <ModalFrame
      {...props}
      place="m-auto max-h-[calc(100dvh-2rem)] w-full max-w-[min(28rem,calc(100vw-2rem))] rounded-md border border-line"
    />
  );
}

/** A modal dialog along the right side, as tall as the page. */
export function Sheet(props: ModalProps) {
  return (
    <ModalFrame
      {...props}
      place="mr-0 ml-auto h-dvh max-h-none w-full max-w-[min(36rem,100vw)] border-l border-line"
    />
  );
}
