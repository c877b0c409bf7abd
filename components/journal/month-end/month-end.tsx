'use client';

import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { MeasureChoice } from '@/components/journal/pictures/measure-choice';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { onDemand } from '@/components/ui/on-demand';
import { choosePreference, monthEndPreference } from '@/components/ui/preferences';
import { usePreference } from '@/components/ui/use-preference';
import { useRoomAboveGrid } from '@/components/ui/window-width';
import styles from './month-end.module.css';
import type { MonthEndPictureProps } from './month-end-picture';

const MonthEndPicture = onDemand(async () => (await import('./month-end-picture')).MonthEndPicture);

/** Above the lines: which entities have how much to post in which weeks. Folds; this browser remembers how. */
export function MonthEnd(props: MonthEndPictureProps) {
  const id = useId();
  const preference = usePreference(monthEndPreference);
  const hasRoom = useRoomAboveGrid();
  const isUnfolded = preference === 'unfolded' || (preference === 'auto' && hasRoom);
  return (
    <section aria-label="Month end" data-print="hide" className="px-4 pb-2 short:shrink-0 short:pr-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button
          size="sm"
          variant="ghost"
          {...MonthEndPicture.ahead}
          aria-expanded={isUnfolded}
          aria-controls={id}
          className="-ml-2"
          onPress={() => choosePreference(monthEndPreference, isUnfolded ? 'folded' : 'unfolded')}
        >
          <ChevronRight aria-hidden="true" className={classNames('size-4', styles.chevron)} />
          Month end
        </Button>
        <div className={styles.picture}>
          <MeasureChoice label="Shade by" address={props.address} />
        </div>
        <p className={classNames(styles.picture, 'min-w-0 text-xs text-text-muted')}>
          All entities and posting weeks: the filters Entity and Posting date change nothing here, all others
          do.
        </p>
      </div>
      <div id={id} className={classNames(styles.picture, styles.room)}>
        {isUnfolded && <MonthEndPicture {...props} />}
      </div>
    </section>
  );
}
