'use client';

import { useEffect, useState } from 'react';
import { demoParts, type DemoPart } from '@/lib/client/demo/demo-part';
import { PresenterPanel } from './presenter-panel';
import { TourCard } from './tour-card';
import { Badge } from '@/components/ui/feedback/badge';

export function DemoFrame() {
  const [part, setPart] = useState<DemoPart>();
  useEffect(() => {
    demoParts.show = setPart;
  }, []);
  return part === 'presenter' ? <PresenterPanel /> : part === 'tour' ? <TourCard /> : null;
}

const words =
  'Anyone who can reach this address can sign in. All data here is demo data, from the embedded reference service.';

/** @param mayPresent makes the chip a button for the presenter's panel. */
export function DemoChip({ mayPresent }: { mayPresent: boolean }) {
  const chip = <Badge tone="warning">{mayPresent && <span className="sr-only">Present the</span>}Demo</Badge>;
  return (
    <span data-print="hide" title={mayPresent ? `Present the demo. ${words}` : words} className="inline-flex">
      {mayPresent ? <button onClick={() => demoParts.show('presenter')}>{chip}</button> : chip}
    </span>
  );
}
