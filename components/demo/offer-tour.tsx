'use client';

import { useEffect } from 'react';
import { demoParts } from '@/lib/client/demo/demo-part';
import { isTourSeen } from '@/lib/client/demo/tour-seen';

/** The offer comes when the page has long been drawn, so that it takes nothing from what is looked at first. */
const offerAfterMs = 2_500;

/** Offers the tour to a browser that was not offered it yet, unless another card of the demo is open. */
export function OfferTour() {
  useEffect(() => {
    if (isTourSeen()) return;
    const timer = setTimeout(() => {
      if (document.querySelector('[data-corner]') === null) demoParts.show('offer');
    }, offerAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
