'use client';

import { useEffect, useState } from 'react';
import { useHydrated } from '@/components/ui/use-hydrated';
import { pageReader } from '@/lib/domain/reader-formats';

/** Epoch ms, renewed while the component is shown; at first the time at which the page was drawn. */
export function useNow(everyMs: number): number {
  const isHydrated = useHydrated();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return isHydrated ? now : pageReader().drawnAt;
}
