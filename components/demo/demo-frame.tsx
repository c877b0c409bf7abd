'use client';

import { useEffect, useState, type ReactNode } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { demoParts, type DemoPart } from '@/lib/client/demo/demo-part';

const close = () => demoParts.show();
const parts = {
  presenter: onDemand(async () => (await import('./presenter-panel')).PresenterPanel, close),
  tour: onDemand(async () => (await import('./tour-card')).TourCard, close),
};

/** What lies over the pages of the demo, once it is asked for. */
export function DemoFrame() {
  const [part, setPart] = useState<DemoPart>();
  useEffect(() => {
    demoParts.show = setPart;
  }, []);
  const Part = part && parts[part];
  return Part && <Part />;
}

/** Opens the presenter's panel. */
export function PresentButton({ children }: { children: ReactNode }) {
  return <button onClick={() => demoParts.show('presenter')}>{children}</button>;
}
