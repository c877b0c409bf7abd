'use client';

import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
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
    <section aria-label="New here?" data-print="hide" className="flex items-center">
      <Button variant="ghost" onPress={() => answer(true)}>
        New here? Take the tour
      </Button>
      <IconButton label="No tour, thanks" icon={<X aria-hidden="true" />} onPress={() => answer(false)} />
    </section>
  );
}
