import type { ProposedCell, ReadCell } from './change-proposal';
import type { AccessMatrix, CellState } from '@/lib/domain/access/matrix';

export type ComparedKind = 'entities' | 'records';

/** What two are compared: entities by their ID, records by their `recordText`; null: not chosen yet. */
export interface Compared {
  kind: ComparedKind;
  first: string | null;
  second: string | null;
  /** Access is to be copied from the first to the second. */
  isCopy?: true;
}

/** How two lines of the matrix, two entities or two records, compare where they cross a third. */
export const comparedStates = ['only-first', 'only-second', 'both', 'neither'] as const;
export type ComparedState = (typeof comparedStates)[number];

/** How many crossings are of each kind. */
export type ComparedCounts = Record<ComparedState, number>;

/** How two values compare; an assignment that does not exist gives no access. */
export function comparedState(first: CellState, second: CellState): ComparedState {
  if (first === 'granted') return second === 'granted' ? 'both' : 'only-first';
  return second === 'granted' ? 'only-second' : 'neither';
}

/** Two lines of the matrix, two entities or two records by their indices, and the indices of what crosses them. */
export interface LinePair {
  kind: ComparedKind;
  first: number;
  second: number;
  across: Iterable<number>;
}

/** What crosses two lines, by how these compare there, in its order. */
export type Comparison = Readonly<Record<ComparedState, readonly number[]>>;

/** Compares two lines over what crosses them, by the values the person sees. */
export function compareLines(seen: ReadCell, lines: LinePair): Comparison {
  const found: Record<ComparedState, number[]> = {
    'only-first': [],
    'only-second': [],
    both: [],
    neither: [],
  };
  for (const { at, first, second } of crossings(lines))
    found[comparedState(seen(...first), seen(...second))].push(at);
  return found;
}

/** The (record, entity) where each of what crosses two lines meets them. */
function* crossings({
  kind,
  first,
  second,
  across,
}: LinePair): Generator<{ at: number; first: [number, number]; second: [number, number] }> {
  for (const at of across)
    yield kind === 'entities'
      ? { at, first: [at, first], second: [at, second] }
      : { at, first: [first, at], second: [second, at] };
}

/** Records that were compared, by record type in the matrix's numbering. */
export function countByType(matrix: AccessMatrix, records: Comparison): Map<number, ComparedCounts> {
  const byType = new Map<number, ComparedCounts>();
  for (const state of comparedStates)
    for (const record of records[state]) {
      const type = matrix.recordTypeIndex(record);
      const counts = byType.get(type) ?? { 'only-first': 0, 'only-second': 0, both: 0, neither: 0 };
      counts[state]++;
      byType.set(type, counts);
    }
  return byType;
}

/** What copying access from one line to another comes to. */
export interface Copy {
  cells: ProposedCell[];
  already: number;
  /** The source has access, and the target has no such assignment. */
  absent: number;
}

/**
 * The changes that give the second line what the first has; with `isMirror` it also loses what the first has not. An
 * assignment that the first does not have is left as it is: nothing is known of it there.
 */
export function copyAccess(seen: ReadCell, lines: LinePair, isMirror: boolean): Copy {
  const copy: Copy = { cells: [], already: 0, absent: 0 };
  for (const { first, second } of crossings(lines)) {
    const source = seen(...first);
    const target = seen(...second);
    if (source === 'none' || (source === 'denied' && !isMirror)) continue;
    if (target === 'none') copy.absent += Number(source === 'granted');
    else if (target === source) copy.already++;
    else copy.cells.push({ record: second[0], entity: second[1], wanted: source === 'granted' });
  }
  return copy;
}
