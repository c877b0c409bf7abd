'use client';

import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { useHydrated } from '@/components/ui/use-hydrated';
import { useNarrow } from '@/components/ui/window-width';
import { demoParts } from '@/lib/client/demo/demo-part';
import { isTourSeen, noteTourSeen } from '@/lib/client/demo/tour-seen';

/**
 * Offers the tour once in each browser. Not on a phone, where Refresh takes the place; elsewhere the space stays
 * reserved.
 */
export function OfferTour() {
  const isHydrated = useHydrated(); // only the browser knows what it offered
  const isNarrow = useNarrow();
  const [isSeen] = useState(isTourSeen);
  return (
    <div className="flex h-8 w-56 justify-end max-sm:hidden">
      {isHydrated && !isSeen && !isNarrow && <TourOffer />}
    </div>
  );
}

/** Leaving the page counts as an answer. */
function TourOffer() {
  const [isOffered, setOffered] = useState(true);
  useEffect(() => noteTourSeen(), []);
  if (!isOffered) return null;
  const answer = (isTaken: boolean) => {
    setOffered(false);
    if (isTaken) demoParts.show('tour');
  };
  return (
    <section aria-label="New here?" className="flex items-center">
      <Button ref={rescueFocus} variant="ghost" onPress={() => answer(true)}>
        New here? Take the tour
      </Button>
      <IconButton
        ref={rescueFocus}
        label="No tour, thanks"
        icon={<X aria-hidden="true" />}
        onPress={() => answer(false)}
      />
    </section>
  );
}
