'use client';

import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { MeasureChoice } from '@/components/journal/pictures/measure-choice';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { onDemand } from '@/components/ui/on-demand';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { choosePreference, monthEndPreference } from '@/components/ui/preferences';
import { usePreference } from '@/components/ui/use-preference';
import { hasOwnConditions } from '@/lib/domain/journal/grouping';
import styles from './month-end.module.css';
import type { MonthEndPictureProps } from './month-end-picture';

const MonthEndPicture = onDemand(async () => (await import('./month-end-picture')).MonthEndPicture);
// It waits for the counts of the checks anyway.
const MonthEndSummary = onDemand(async () => (await import('./month-end-summary')).MonthEndSummary);

/** What a press in the picture chooses: conditions on these are not the picture's. */
const chosenFields = ['BssiEntityID', 'PostingDate'];

/** Above the lines: which entities have how much to post in which weeks. Unfolds; this browser remembers it. */
export function MonthEnd(props: Omit<MonthEndPictureProps, 'isAll' | 'onMore'>) {
  const { address, connection, isReady } = props;
  const id = useId();
  const isUnfolded = usePreference(monthEndPreference) === 'unfolded';
  const [isAll, setAll] = useState(false);
  const [hasMore, setMore] = useState(true); // as most lists have
  return (
    <section
      aria-label="Month end"
      data-print="hide"
      className={classNames(
        styles.section,
        'w-full pb-2 short:w-auto short:max-w-full short:shrink-0 short:pr-4',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1 sm:gap-x-4 roomy:min-[1400px]:min-h-8">
        <Button
          size="sm"
          variant="ghost"
          {...MonthEndPicture.ahead}
          aria-expanded={isUnfolded}
          aria-controls={id}
          // Its text stands in line with what is above it; only a pointer shows how far the button reaches.
          className="-ml-2 aria-expanded:not-hover:bg-transparent"
          onPress={() => choosePreference(monthEndPreference, isUnfolded ? 'folded' : 'unfolded')}
        >
          <ChevronRight aria-hidden="true" className={classNames('size-4', styles.chevron)} />
          Month end
        </Button>
        {!isUnfolded && (
          // In one row with its button, whatever the words and the font are: the lines would move when they come.
          <div className={classNames(styles.summary, 'min-w-0 flex-1 basis-0')}>
            <MonthEndSummary {...{ address, connection, isReady }} />
          </div>
        )}
        <div className={styles.picture}>
          <MeasureChoice label="Shade by" address={address} />
        </div>
        {chosenFields.some((field) => hasOwnConditions(address.query, field)) && (
          <p className={classNames(styles.picture, 'min-w-0 text-xs text-text-muted')}>
            The Entity and Posting date filters do not apply here.
          </p>
        )}
        {(isAll || hasMore) && (
          <div className={classNames(styles.picture, 'ml-auto')}>
            <Button
              ref={rescueFocus}
              size="sm"
              variant="ghost"
              aria-controls={id}
              onPress={() => setAll(!isAll)}
            >
              {isAll ? 'Show fewer rows' : 'Show all rows'}
            </Button>
          </div>
        )}
      </div>
      <div
        id={id}
        data-all={isAll || undefined}
        // Until the picture's code has come it is to be seen that something will stand there.
        className={classNames(
          styles.picture,
          styles.room,
          'empty:animate-breathe empty:rounded-sm empty:bg-line',
        )}
      >
        {isUnfolded && <MonthEndPicture {...props} isAll={isAll} onMore={setMore} />}
      </div>
    </section>
  );
}
