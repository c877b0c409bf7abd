'use client';

import { createContext, useState, type ReactNode } from 'react';

/** How often what surrounds a part was opened: another number means that somebody asks for it again. */
export const Opening = createContext(0);

/** What is drawn from the first time it is open, and then stays, so that closing it gives the focus back. */
export function MountOnFirstOpen({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [{ wasOpen, opening }, setOpening] = useState({ wasOpen: isOpen, opening: isOpen ? 1 : 0 });
  if (isOpen !== wasOpen) setOpening({ wasOpen: isOpen, opening: isOpen ? opening + 1 : opening });
  return opening === 0 ? null : <Opening value={opening}>{children}</Opening>;
}
