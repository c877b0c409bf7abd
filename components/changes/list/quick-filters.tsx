'use client';

import { Button } from '@/components/ui/button';
import { rescueFocus } from '@/components/ui/rescue-focus';
import { useNow } from '@/components/ui/use-now';
import { useTimeZone } from '@/components/ui/use-time-zone';
import { dayOf } from '@/lib/domain/reader-formats';
import type { useChangesAddress } from './changes-address';
import { isFiltered } from './changes-parameters';

interface QuickFiltersProps {
  address: ReturnType<typeof useChangesAddress>;
  /** Others have no changes of their own. */
  mayChange: boolean;
}

/** What people ask the list for most, each one press; pressed again, it is taken back. */
export function QuickFilters({ address: [shown, set], mayChange }: QuickFiltersProps) {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const monday = timeZone === undefined ? '' : mondayOf(dayOf(now, timeZone));
  const isThisWeek = monday !== '' && shown.from === monday && shown.to === '';
  const narrow = (change: Partial<typeof shown>) => void set({ ...change, before: null });
  return (
    <div
      role="group"
      aria-label="Quick filters"
      data-print="hide"
      className="flex flex-wrap gap-1.5 self-end"
    >
      <Preset
        isPressed={isThisWeek}
        onPress={() => narrow({ from: isThisWeek ? '' : monday, to: '' })}
        hint="Since Monday"
      >
        This week
      </Preset>
      {mayChange && shown.kind !== 'outside' && (
        <Preset
          isPressed={shown.mine}
          onPress={() => narrow({ mine: !shown.mine })}
          hint="Requested by whoever reads this list: for a colleague, a link to it shows the colleague’s own"
        >
          Mine
        </Preset>
      )}
      {isFiltered(shown) && (
        <Button ref={rescueFocus} variant="ghost" onPress={() => void set(null)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

function Preset(props: { isPressed: boolean; onPress: () => void; hint: string; children: string }) {
  const { isPressed, onPress, hint, children } = props;
  return (
    <Button
      aria-pressed={isPressed}
      title={hint}
      onPress={onPress}
      className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
    >
      {children}
    </Button>
  );
}

/** The Monday of a day's week, both as `YYYY-MM-DD`. */
export function mondayOf(day: string): string {
  const noon = new Date(`${day}T12:00Z`); // which no change of the clocks moves to another day
  noon.setUTCDate(noon.getUTCDate() - ((noon.getUTCDay() + 6) % 7));
  return noon.toISOString().slice(0, 10);
}
