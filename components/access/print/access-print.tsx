'use client';

import { Instant } from '@/components/ui/instant';
import { usePrinting } from '@/components/ui/use-printing';
import type { AccessAddress } from '@/components/access/filters/access-address';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { inDigits } from '@/lib/domain/reader-formats';
import { columnSets, mostPrintedRows } from './printed-columns';
import { PrintedMatrix, printedLegend } from './printed-matrix';
import { filterInWords } from './printed-words';

interface AccessPrintProps {
  matrix: AccessMatrix;
  store: MatrixStore;
  names: MatrixNames;
  shown: VisibleMatrix;
  address: AccessAddress;
  /** When the matrix was read; null: not known. */
  asOf: string | null;
  /** Why the values are in doubt; null: they are not. */
  doubt: string | null;
  /** Whether the page receives changes made since then. */
  isLive: boolean;
}

/** The filtered matrix for paper; nothing on the screen. */
export function AccessPrint(props: AccessPrintProps) {
  return usePrinting() ? <Printed {...props} /> : null;
}

function Printed({ matrix, store, names, shown, address, asOf, doubt, isLive }: AccessPrintProps) {
  const { rows, entities } = shown;
  const sets = columnSets([...entities].map((entity) => matrix.entityId(entity)));
  const count = Math.min(rows.count, mostPrintedRows(entities.length));
  const groups = shown.columns.folded.map(({ name }) => name);
  const filter = filterInWords(address, rows.bandCounts, count < rows.count, groups);
  return (
    <section data-print="table" aria-label="Access on paper" className="text-xs">
      <p>
        {asOf !== null && (
          <>
            {' '}
            Based on data read at <Instant at={asOf} look="full" />
            {isLive && ', plus changes since'}.
          </>
        )}{' '}
        {filter} {printedLegend}
      </p>
      {doubt !== null && <p className="font-semibold">{doubt}</p>}
      {count < rows.count && (
        <p className="font-semibold">
          These are the first {inDigits(count)} of {inDigits(rows.count)} rows. Narrow the filter to print
          others, or take all of them as a file: Files…, Export.
        </p>
      )}
      {sets.map(({ from, to }) => (
        <PrintedMatrix
          key={from}
          {...{ matrix, store, names, rows, count, entities, from, to }}
          part={
            sets.length === 1
              ? null
              : `Entities ${inDigits(from + 1)} to ${inDigits(to)} of ${inDigits(entities.length)}`
          }
        />
      ))}
    </section>
  );
}
