'use client';

import { Instant } from '@/components/ui/instant';
import { useNow } from '@/components/ui/use-now';
import { usePrinting } from '@/components/ui/use-printing';
import type { AccessAddress } from '@/components/access/filters/access-parameters';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { rowsLabel } from '@/lib/domain/access/filter/rows-words';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/matrix-names';
import { inDigits } from '@/lib/domain/reader-formats';
import { PrintedMatrix } from './printed-matrix';
import { columnSets, mostPrintedRows } from './printed-columns';

interface AccessPrintProps {
  matrix: AccessMatrix;
  store: MatrixStore;
  names: MatrixNames;
  shown: VisibleMatrix;
  address: AccessAddress;
}

/** The matrix for paper: what the filter shows, as tables whose heads stand on each page. Nothing on the screen. */
export function AccessPrint(props: AccessPrintProps) {
  return usePrinting() ? <Printed {...props} /> : null;
}

function Printed({ matrix, store, names, shown, address }: AccessPrintProps) {
  const { rows, entities } = shown;
  const now = useNow(60_000);
  const filter = filterInWords(address);
  const sets = columnSets([...entities].map((entity) => matrix.entityId(entity)));
  const count = Math.min(rows.count, mostPrintedRows);
  return (
    <section data-print="table" aria-label="Access on paper" className="text-xs">
      <p>
        Printed on <Instant at={new Date(now).toISOString()} look="full" />. {filter} ● has access, – has
        none, blank is not set up.
      </p>
      {count < rows.count && (
        <p className="font-semibold">
          These are the first {inDigits(count)} of {inDigits(rows.count)} rows. Narrow the filter to print
          others, or take all of them as a file: Files…, Export.
        </p>
      )}
      {sets.map(({ from, to }) => (
        <PrintedMatrix
          key={from}
          {...{ matrix, store, names, rows, count }}
          entities={entities.subarray(from, to)}
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

/** "Filter: type Customer; record “C001*”; rows with access." */
function filterInWords({ type, q, entity, rows }: AccessAddress): string {
  const parts = [
    type.length > 0 && `type ${type.join(' or ')}`,
    q.trim() !== '' && `record “${q.trim()}”`,
    entity.trim() !== '' && `entity “${entity.trim()}”`,
    rows !== null && `rows: ${rowsLabel(rows).toLowerCase()}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'No filter: everything is here.' : `Filter: ${parts.join('; ')}.`;
}
