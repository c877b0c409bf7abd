'use client';

import type { SelectedStrip } from '@/components/grid/grid-selection';
import { Status } from '@/components/ui/feedback/status';
import { Age } from '@/components/ui/instant';
import { onDemand } from '@/components/ui/on-demand';
import { counted } from '@/lib/domain/counted';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { JournalQuery } from '@/lib/domain/journal/query';
import type { JournalLines } from './use-journal-lines';

const SelectedFigures = onDemand(async () => (await import('./selected-figures')).SelectedFigures);

/** For where cells are selected: what they come to is drawn without a gap. */
export const preloadSelection = SelectedFigures.preload;

const FilterTotals = onDemand(async () => (await import('./filter-totals')).FilterTotals);

interface StatusBarProps {
  lines: JournalLines | null;
  /** The lines belong to the question before. */
  isOld: boolean;
  query: JournalQuery;
  connection: string;
  /** Said while there are no lines. */
  waiting: string | null;
  /** None: only one cell is stood on. */
  selected: readonly SelectedStrip[];
  fields: readonly JournalField[];
  onCopy: (isWithHeads: boolean) => void;
}

/** Below the grid: where the lines come from, how many there are, and what they or the selected cells come to. */
export function StatusBar(props: StatusBarProps) {
  const { lines, isOld, query, connection, waiting, selected, fields, onCopy } = props;
  // Of one height, whatever comes late; what finds no room in the row is left out.
  const totals = (
    <div className="tabular flex h-5 min-w-0 flex-1 basis-60 flex-wrap content-start max-sm:h-10 gap-x-4 overflow-hidden text-sm text-text-muted">
      <Status className="h-5 min-w-0">
        <span>
          {lines === null ? waiting : `${counted(lines.count, 'line')}${lines.isCounted ? '' : ' so far'}`}
        </span>
      </Status>
      {lines !== null && !isOld && (
        <FilterTotals {...{ query, connection, fields }} lines={lines.count} asOf={lines.newest.asOf} />
      )}
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
        key={lines === null ? 'none' : `${lines.newest.source} ${String(lines.newest.refreshing)}`}
        className="min-h-4 min-w-0 text-xs text-text-muted max-sm:basis-full"
      >
        {lines !== null && (
          <>
            {lines.newest.source === 'remote' ? 'Read from the service' : 'From the console’s copy, read'}{' '}
            <Age at={lines.newest.asOf} />
            {lines.newest.refreshing && '. A newer copy is being read.'}
          </>
        )}
      </p>
    </section>
  );
}
