'use client';

import { useState, type ReactNode } from 'react';

/** What is drawn from the first time it is open, and then stays, so that closing it gives the focus back. */
export function MountOnFirstOpen({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? children : null;
}
