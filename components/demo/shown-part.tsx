'use client';

import type { DemoPart } from '@/lib/client/demo/demo-part';
import { PresenterPanel } from './presenter-panel';
import { TourCard } from './tour-card';

/** The part that was asked for, in place of another. */
export function ShownPart({ part }: { part: DemoPart }) {
  return part === 'presenter' ? <PresenterPanel /> : <TourCard />;
}
