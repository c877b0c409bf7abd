'use client';

import { Instant } from '@/components/ui/instant';
import { usePrinting } from '@/components/ui/use-printing';
import type { AccessAddress } from '@/components/access/filters/access-address';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { inDigits } from '@/lib/domain/reader-formats';
import { PrintedMatrix, printedLegend } from './printed-matrix';
import { rowsLabel } from '@/lib/domain/access/filter/rows-words';
import { counted, listed, plural } from '@/lib/domain/counted';

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

/** A browser lays out this many cells within seconds. */
const mostCells = 100_000;

/** Up to 50 entities give about seventy pages, many entities fifteen pages each. */
export function mostPrintedRows(entities: number): number {
  return Math.max(400, Math.min(2_000, Math.floor(mostCells / entities)));
}

/** A longer code wraps. */
const longest = 16;
/** CSS px: width for entity columns on A4 or Letter in landscape, per character, padding, least width. */
const [room, perLetter, around, least] = [780, 6.5, 8, 28];

/** Splits columns into sets that fit the width of a page. */
export function columnSets(ids: readonly string[]): { from: number; to: number }[] {
  const sets: { from: number; to: number }[] = [];
  let from = 0;
  let used = 0;
  for (const [at, id] of ids.entries()) {
    const width = Math.max(least, Math.min(id.length, longest) * perLetter + around);
    if (at > from && used + width > room) {
      sets.push({ from, to: at });
      from = at;
      used = 0;
    }
    used += width;
  }
  if (ids.length > 0) sets.push({ from, to: ids.length });
  return sets;
}

/**
 * "Filter: type Customer; record “C001*”; empty columns hidden."
 * @param bands numbers of open and of all bands; null: the matrix has no bands. @param isCut whether rows are left
 * out. @param groups folded groups of entities, each of which paper shows whole.
 */
export function filterInWords(
  { type, q, entity, rows, used }: Pick<AccessAddress, 'type' | 'q' | 'entity' | 'rows' | 'used'>,
  bands: { open: number; all: number } | null,
  isCut: boolean,
  groups: readonly string[] = [],
): string {
  const parts = [
    type.length > 0 && `type ${type.join(' or ')}`,
    q.trim() !== '' && `record “${q.trim()}”`,
    entity.trim() !== '' && `entity “${entity.trim()}”`,
    rows !== null && `rows: ${rowsLabel(rows).toLowerCase()}`,
    used && 'empty columns hidden',
  ].filter((part) => part !== false);
  const folded = bands === null ? 0 : bands.all - bands.open;
  const sentences =
    parts.length > 0
      ? [`Filter: ${parts.join('; ')}.`]
      : [folded > 0 || isCut ? 'No filter.' : 'No filter: everything is here.'];
  if (folded > 0)
    sentences.push(
      `${counted(folded, 'record type')} ${plural(folded, 'is folded: one row stands', 'are folded: one row each stands')} for all of its records.`,
    );
  if (groups.length > 0)
    sentences.push(
      `${listed(groups, 'and')} ${plural(groups.length, 'is', 'are')} folded on the screen and printed unfolded.`,
    );
  return sentences.join(' ');
}
