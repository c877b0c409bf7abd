'use client';

import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { announce } from './change-messages';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';

interface StagedOfferProps {
  store: MatrixStore;
  /** How many changes are offered. */
  count: number;
}

/** Offers the changes that were staged when the person left the page, as at the end of a session. */
export function StagedOffer({ store, count }: StagedOfferProps) {
  return (
    <Banner tone="info">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        You had {counted(count, 'staged change')} when this page was left.
        <Button
          ref={rescueFocus}
          size="sm"
          onPress={() => {
            const restored = store.staged.restore();
            const kept = store.staged.offered.length;
            const skipped = count - restored - kept;
            announce(
              [
                `${counted(restored, 'change')} staged again.`,
                skipped > 0 && `${counted(skipped, 'other')} need no change, are staged or are gone.`,
                kept > 0 && `${counted(kept, 'other')} did not fit: apply what is staged first.`,
              ]
                .filter(Boolean)
                .join(' '),
            );
          }}
        >
          Restore {inDigits(count)}
        </Button>
        <Button
          ref={rescueFocus}
          size="sm"
          onPress={() => {
            store.staged.discardOffered();
            announce('Discarded.');
          }}
        >
          Discard {inDigits(count)}
        </Button>
      </span>
    </Banner>
  );
}
