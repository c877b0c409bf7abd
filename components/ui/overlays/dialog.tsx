'use client';

import { ModalFrame, type ModalProps } from './modal-frame';

/** A modal dialog in the middle of the page, as tall as its words. */
export function Dialog(props: ModalProps) {
  return (
    <ModalFrame
      {...props}
      place="m-auto max-h-[calc(100dvh-2rem)] w-full max-w-[min(28rem,calc(100vw-2rem))] rounded-md border border-line"
    />
  );
}
