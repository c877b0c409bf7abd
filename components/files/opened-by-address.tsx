'use client';

import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useAddress } from '@/lib/client/address';
import { flag } from '@/lib/client/address-parameters';

const parameters = { files: flag };

/** A button that a link presses: once where the address says `files=true`, which is then forgotten. */
export function OpenedByAddress({ children }: { children: ReactNode }) {
  const [{ files }, set] = useAddress(parameters, 'replace');
  const place = useRef<HTMLSpanElement>(null);
  const open = useEffectEvent(() => {
    set({ files: null });
    place.current?.querySelector('button')?.click();
  });
  useEffect(() => {
    if (files) open();
  }, [files]);
  return (
    <span ref={place} className="contents">
      {children}
    </span>
  );
}
