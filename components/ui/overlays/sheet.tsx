'use client';

import { ModalFrame, type ModalProps } from './modal-frame';

/** A modal dialog along the right side, as tall as the page. */
export function Sheet(props: ModalProps) {
  return (
    <ModalFrame
      {...props}
      place="mr-0 ml-auto h-dvh max-h-none w-full max-w-[min(36rem,100vw)] border-l border-line"
    />
  );
}
