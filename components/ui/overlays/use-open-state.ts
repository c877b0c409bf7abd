'use client';

import { useState } from 'react';

/** State of a part that opens and closes: each opening begins with `initial`, whatever was left there the last time. */
export function useOpenState<T>(isOpen: boolean, initial: T): [T, (value: T) => void] {
  const [kept, setKept] = useState({ isOpen, value: initial });
  if (kept.isOpen !== isOpen) setKept({ isOpen, value: initial });
  return [kept.isOpen === isOpen ? kept.value : initial, (value) => setKept({ isOpen, value })];
}
