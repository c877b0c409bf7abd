'use client';

import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { toastStore } from '@/components/ui/feedback/toast-store';
import { focusPanel, PanelParts, type PanelProps } from './panel-parts';

interface ModalProps extends PanelProps {
  className?: string | undefined;
}

/**
 * A native modal dialog: the browser keeps the focus inside, closes on Escape and returns the focus. A press on the
 * backdrop closes it too.
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
    toastStore.dismissRemarks(); // they are about the page behind it
    element.showModal();
    focusPanel(element);
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
        // A browser may close it without a cancel event, such as on a second Escape.
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
      {isOpen && <PanelParts {...{ titleId, title, onClose, footer }}>{children}</PanelParts>}
    </dialog>
  );
}

export function Dialog(props: ModalProps) {
  return (
    <ModalFrame
      {...props}
      place="m-auto max-h-[calc(100dvh-2rem)] w-full max-w-[min(28rem,calc(100vw-2rem))] rounded-md border border-line"
    />
  );
}

export function Sheet(props: ModalProps) {
  return (
    <ModalFrame
      {...props}
      place="mr-0 ml-auto h-dvh max-h-none w-full max-w-[min(36rem,100vw)] border-l border-line"
    />
  );
}

interface ConfirmProps extends Omit<ModalProps, 'footer'> {
  yes: ReactNode;
  no?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  isPending?: boolean;
  onConfirm: () => void;
}

/** Asks before an act; the answer that changes nothing has the focus. */
export function Confirm({ yes, no = 'Leave as it is', isDanger = false, ...props }: ConfirmProps) {
  const { isDisabled, isPending, onConfirm, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button data-autofocus="" onPress={dialog.onClose}>
            {no}
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            {...{ isDisabled, isPending }}
            onPress={onConfirm}
          >
            {yes}
          </Button>
        </>
      }
    />
  );
}
