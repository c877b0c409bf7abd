'use client';

import { useEffect, useState, type ReactNode } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { demoParts, type DemoPart } from '@/lib/client/demo/demo-part';

const ShownPart = onDemand(
  async () => (await import('./shown-part')).ShownPart,
  () => demoParts.show(),
);

/** What lies over the pages of the demo, once it is asked for. */
export function DemoFrame() {
  const [part, setPart] = useState<DemoPart>();
  useEffect(() => {
    demoParts.show = setPart;
  }, []);
  return part && <ShownPart part={part} />;
}

/** Opens the presenter's panel. */
export function PresentButton({ children }: { children: ReactNode }) {
  return <button onClick={() => demoParts.show('presenter')}>{children}</button>;
}
