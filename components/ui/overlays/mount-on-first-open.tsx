'use client';

import { createContext, useState, type ReactNode } from 'react';

/** Whether a part is open; another object each time that this changes. */
interface OpeningState {
  isOpen: boolean;
  /** Whether it was opened on the page, and not by the page's address. */
  isAsked: boolean;
}

/** Of what surrounds a part and opens; null: the part stands on the page itself. */
export const Opening = createContext<OpeningState | null>(null);

/** Draws its children from the first time it is open. They stay when it closes, so that closing gives the focus back. */
export function MountOnFirstOpen({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [opening, setOpening] = useState<OpeningState>({ isOpen, isAsked: false });
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== opening.isOpen) setOpening({ isOpen, isAsked: true });
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? <Opening value={opening}>{children}</Opening> : null;
}
