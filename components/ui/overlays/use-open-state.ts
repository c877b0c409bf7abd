'use client';

import { useState } from 'react';

/** State that starts with `initial` at each opening. */
export function useOpenState<T>(isOpen: boolean, initial: T): [T, (value: T) => void] {
  const [kept, setKept] = useState({ isOpen, value: initial });
  if (kept.isOpen !== isOpen) setKept({ isOpen, value: initial });
  return [kept.isOpen === isOpen ? kept.value : initial, (value) => setKept({ isOpen, value })];
}
