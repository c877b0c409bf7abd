'use client';

import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { demoParts } from '@/lib/client/demo/demo-part';
import { noteTourSeen } from '@/lib/client/demo/tour-seen';

/** The offer of the tour, among the buttons of the page; leaving the page is an answer too. */
export function TourOffer() {
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
