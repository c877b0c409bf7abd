'use client';

import type { SelectedStrip } from '@/components/grid/grid-selection';
import { Status } from '@/components/ui/feedback/status';
import { Age } from '@/components/ui/instant';
import { onDemand } from '@/components/ui/on-demand';
import { counted } from '@/lib/domain/counted';
import { inDigits } from '@/lib/domain/reader-formats';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { JournalLines } from './use-journal-lines';

const SelectedFigures = onDemand(async () => (await import('./selected-figures')).SelectedFigures);

/** For where cells are selected: what they come to is drawn without a gap. */
export const preloadSelection = SelectedFigures.preload;

const FilterTotals = onDemand(async () => (await import('./filter-totals')).FilterTotals);

interface StatusBarProps {
  lines: JournalLines | null;
  /** The lines belong to the question before. */
  isOld: boolean;
  /** Said while there are no lines. */
  waiting: string | null;
  /** None: only one cell is stood on. */
  selected: readonly SelectedStrip[];
  fields: readonly JournalField[];
  onCopy: (isWithHeads: boolean) => void;
}

/** Below the grid: where the lines come from, how many there are, and what they or the selected cells come to. */
export function StatusBar(props: StatusBarProps) {
  const { lines, isOld, waiting, selected, fields, onCopy } = props;
  // Of one height, whatever comes late; what finds no room in the row is left out.
  const totals = (
    <div className="tabular flex h-5 min-w-0 flex-1 basis-60 flex-wrap content-start max-sm:h-10 gap-x-4 overflow-hidden text-sm text-text-muted">
      <Status className="h-5 min-w-0">
        <span>{lines === null ? waiting : howMany(lines)}</span>
      </Status>
      {lines !== null && !isOld && <FilterTotals sums={lines.newest.sums} fields={fields} />}
    </div>
  );
  return (
    <section
      aria-label="Status bar"
      data-bottom-bar=""
      className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-1.5"
    >
      {selected.length > 0 && lines !== null ? (
        <SelectedFigures {...{ selected, fields, onCopy }} read={lines.read} meanwhile={totals} />
      ) : (
        totals
      )}
      {/* On a phone a line of its own, also before there is anything to say. Other words take its place: none moves. */}
      <p
        key={lines === null ? 'none' : `${String(lines.isCounted)} ${String(lines.newest.refreshing)}`}
        className="min-h-4 min-w-0 text-xs text-text-muted max-sm:basis-full"
      >
        {lines?.isCounted === false && 'The others are still being read from the service.'}
        {lines?.isCounted === true && (
          <>
            From the console’s copy, read <Age at={lines.newest.asOf} />
            {lines.newest.refreshing && '. A newer copy is being read.'}
          </>
        )}
      </p>
    </section>
  );
}

/** "12,000 lines", or how far their first read is. */
function howMany({ count, newest: { arrived } }: JournalLines): string {
  if (arrived === undefined) return counted(count, 'line');
  const read = `${counted(arrived, 'line')} read so far…`;
  return count === arrived ? read : `${inDigits(count)} match of ${read}`;
}
