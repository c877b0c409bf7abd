'use client';

import { densityPreference } from '@/components/ui/preferences';
import { ShareScale } from '@/components/ui/share-scale';
import { usePreference } from '@/components/ui/use-preference';
import { useNarrow } from '@/components/ui/window-width';
import { noFilter } from '@/components/access/filters/access-parameters';
import type { useAccessAddress } from '@/components/access/filters/access-address';
import { NoAssignments, NothingFound } from '@/components/access/filters/nothing-found';
import { headHeight, narrowRowHeight } from '@/components/access/matrix/access-layout';
import type { useVisibleMatrix } from '@/components/access/matrix/use-visible-matrix';

interface OverMatrixProps {
  address: ReturnType<typeof useAccessAddress>;
  found: NonNullable<ReturnType<typeof useVisibleMatrix>>;
  /** Whether the matrix was read to its end. */
  isWhole: boolean;
  /** Whether it has nothing in it, read so. */
  isEmpty: boolean;
  /** Whether the filters leave nothing of it. */
  isNothingFound: boolean;
}

/** In the room that the matrix leaves: why it shows nothing, or what the tints of its bands say while all are folded. */
export function OverMatrix({ address, found, isWhole, isEmpty, isNothingFound }: OverMatrixProps) {
  const [filter, setFilter] = address;
  const { shown, names, outsideNote } = found;
  if (isEmpty || isNothingFound)
    return (
      <div className="absolute inset-x-4 top-16">
        {isEmpty ? (
          <NoAssignments />
        ) : (
          <NothingFound
            address={filter}
            isWithoutRecords={shown.records.length === 0}
            isWithoutEntities={shown.entities.length === 0}
            {...{ names, outsideNote, isWhole }}
            onClear={() => void setFilter(noFilter)}
          />
        )}
      </div>
    );
  const bands = shown.rows.bandCounts;
  return bands?.open === 0 && <FoldedScale bands={bands.all} hasGroups={names.hasGroups} />;
}

/** Below the last band, where that leaves room above the bar. */
function FoldedScale({ bands, hasGroups }: { bands: number; hasGroups: boolean }) {
  const isNarrow = useNarrow();
  const isCompact = usePreference(densityPreference) === 'compact';
  const rowHeight = isNarrow ? narrowRowHeight : isCompact ? 32 : 40;
  const top = headHeight(hasGroups && !isNarrow) + bands * rowHeight;
  return (
    <div style={{ top }} className="@container-size pointer-events-none absolute inset-x-px bottom-16">
      <div className="hidden px-3 py-3 [@container(height>=2.5rem)]:block">
        <ShareScale />
      </div>
    </div>
  );
}
