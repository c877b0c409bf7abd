'use client';

import { useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { useHydrated } from '@/components/ui/use-hydrated';
import { useNarrow } from '@/components/ui/window-width';
import { isTourSeen } from '@/lib/client/demo/tour-seen';

const TourOffer = onDemand(async () => (await import('./tour-offer')).TourOffer);

/**
 * Offers the tour to a browser that was not offered it yet. Not on a phone: there Refresh stands beside the title.
 * Elsewhere its room is kept, so that nothing moves.
 */
export function OfferTour() {
  const isHydrated = useHydrated(); // the browser alone knows what it was offered
  const isNarrow = useNarrow();
  const [isSeen] = useState(isTourSeen);
  return (
    <div className="flex h-8 w-56 justify-end max-sm:hidden">
      {isHydrated && !isSeen && !isNarrow && <TourOffer />}
    </div>
  );
}
