'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/feedback/status';
import { leaveBy } from '@/lib/client/leave-guard';
import { demoParts } from '@/lib/client/demo/demo-part';
import { noteTourSeen } from '@/lib/client/demo/tour-seen';
import { CornerCard } from './corner-card';
import { tourSteps, type TourStep } from './tour-steps';
import { useTargetBox, type Box } from './use-target-box';

export function TourCard() {
  const [at, setAt] = useState(0);
  const pathname = usePathname();
  const router = useRouter();
  const step = tourSteps[at];
  const isThere = step?.page.path === pathname;
  const box = useTargetBox(`${String(at)} ${pathname}`, () => {
    const content = document.getElementById('content');
    return content && isThere && step ? step.find(content) : null;
  });
  useEffect(() => noteTourSeen(), []);
  useEffect(() => {
    const first = tourSteps[0]?.page;
    if (first && !isShown(first)) leaveBy(() => router.push(first.path + first.search));
  }, [router]);
  if (step === undefined) return null;
  const go = (to: number) => {
    const page = tourSteps[to]?.page;
    setAt(to);
    if (page && !isShown(page)) leaveBy(() => router.push(page.path + page.search));
  };
  const end = () => demoParts.show();
  const isLast = at === tourSteps.length - 1;
  return (
    <>
      {box && <TargetRing box={box} />}
      <CornerCard
        title="Tour"
        aside={`${String(at + 1)} of ${String(tourSteps.length)}`}
        takesFocus
        isLeft={box !== null && liesUnderCard(box)}
        onClose={end}
      >
        <Status>
          <h3 className="font-medium">{step.title}</h3>
          <p className="mt-0.5 text-text-muted">{step.words}</p>
        </Status>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="primary" onPress={() => (isLast ? end() : go(at + 1))}>
            {isLast ? 'Done' : 'Next'}
          </Button>
          {at > 0 && <Button onPress={() => go(at - 1)}>Back</Button>}
          {!isLast && (
            <Button variant="ghost" onPress={end}>
              Skip the tour
            </Button>
          )}
        </div>
      </CornerCard>
    </>
  );
}

function isShown({ path, search }: TourStep['page']): boolean {
  const shown = new URLSearchParams(window.location.search);
  return (
    window.location.pathname === path &&
    [...new URLSearchParams(search)].every(([name, value]) => shown.has(name, value))
  );
}

function TargetRing({ box: { top, left, width, height } }: { box: Box }) {
  return (
    <div
      aria-hidden="true"
      data-ring=""
      data-print="hide"
      className="pointer-events-none fixed z-10 rounded-lg border-2 border-accent"
      style={{ top: top - 5, left: left - 5, width: width + 10, height: height + 10 }}
    />
  );
}

/** CSS px that the card covers in its usual corner. */
const card = { width: 390, height: 220 };

function liesUnderCard({ top, left, width, height }: Box): boolean {
  return top + height > window.innerHeight - card.height && left + width > window.innerWidth - card.width;
}
