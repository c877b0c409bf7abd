'use client';

import { useRef, type ReactNode } from 'react';
import { flag } from '@/lib/client/address/parameters';
import { useAskedOnce } from '@/lib/client/address/use-asked-once';

const parameters = { files: flag };

/** Presses its button once where the address says `files=true`. */
export function OpenedByAddress({ children }: { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  useAskedOnce(parameters, () => place.current?.querySelector('button')?.click());
  return (
    <span ref={place} className="contents">
      {children}
    </span>
  );
}
