import type { ConnectionKind } from '@/lib/contract/session/session';
import type { AssignmentDifference, MatrixComparison } from '@/lib/domain/access/change/matrix-comparison';
import { inDigits } from '@/lib/domain/reader-formats';
import type { ShownPart } from './compare-address';

/** A connection of a comparison. */
export interface ComparedEnd {
  key: string;
  label: string;
  kind: ConnectionKind;
}

export interface ComparedEnds {
  from: ComparedEnd;
  to: ComparedEnd;
}

/** "Only Production gives access", where both have the assignment. */
export function differenceWords({ from, to }: ComparedEnds): Record<AssignmentDifference, string> {
  return {
    'from-gives': `Only ${from.label} gives access`,
    'to-gives': `Only ${to.label} gives access`,
    'only-from': `Set up only in ${from.label}`,
    'only-to': `Set up only in ${to.label}`,
  };
}

/** How many a part of the list stands for. */
export function countOfPart(part: ShownPart, found: MatrixComparison): number {
  const { records, entities, counts, differing } = found;
  if (part === 'differ') return differing.length;
  if (part === 'records') return records.onlyFrom.length + records.onlyTo.length;
  if (part === 'entities') return entities.onlyFrom.length + entities.onlyTo.length;
  return counts[part];
}

export function partWords(part: ShownPart, ends: ComparedEnds): string {
  if (part === 'differ') return 'Records that differ';
  if (part === 'records') return 'Records of one only';
  if (part === 'entities') return 'Entities of one only';
  return differenceWords(ends)[part];
}

/** "1,180 in both, 20 only in Production, 3 only in Sandbox". */
export function sharedInWords(
  { both, onlyFrom, onlyTo }: MatrixComparison['records'],
  { from, to }: ComparedEnds,
): string {
  return `${inDigits(both)} in both, ${inDigits(onlyFrom.length)} only in ${from.label}, ${inDigits(onlyTo.length)} only in ${to.label}`;
}
