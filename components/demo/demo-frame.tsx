'use client';

import { useEffect, useState, type ReactNode } from 'react';
import { demoParts, type DemoPart } from '@/lib/client/demo/demo-part';
import { PresenterPanel } from './presenter-panel';
import { TourCard } from './tour-card';

export function DemoFrame() {
  const [part, setPart] = useState<DemoPart>();
  useEffect(() => {
    demoParts.show = setPart;
  }, []);
  return part === 'presenter' ? <PresenterPanel /> : part === 'tour' ? <TourCard /> : null;
}

export function PresentButton({ children }: { children: ReactNode }) {
  return <button onClick={() => demoParts.show('presenter')}>{children}</button>;
}
