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

/** Two entities over these records, by record type in the matrix's numbering. */
export function compareEntities(
  matrix: AccessMatrix,
  seen: ReadCell,
  records: Iterable<number>,
  first: number,
  second: number,
): Map<number, ComparedCounts> {
  const byType = new Map<number, ComparedCounts>();
  for (const record of records) {
    const type = matrix.recordTypeIndex(record);
    const counts = byType.get(type) ?? { 'only-first': 0, 'only-second': 0, both: 0, neither: 0 };
    counts[comparedState(seen(record, first), seen(record, second))]++;
    byType.set(type, counts);
  }
  return byType;
}

/** The records that only the first, and only the second of two entities may use, in their order. */
export function differingRecords(
  seen: ReadCell,
  records: Iterable<number>,
  first: number,
  second: number,
): Record<'only-first' | 'only-second', number[]> {
  const found: Record<'only-first' | 'only-second', number[]> = { 'only-first': [], 'only-second': [] };
  for (const record of records) {
    const state = comparedState(seen(record, first), seen(record, second));
    if (state === 'only-first' || state === 'only-second') found[state].push(record);
  }
  return found;
}

/** Two records over these entities: which entities are of each kind, in their order. */
export function compareRecords(
  seen: ReadCell,
  entities: Iterable<number>,
  first: number,
  second: number,
): Record<ComparedState, number[]> {
  const found: Record<ComparedState, number[]> = {
    'only-first': [],
    'only-second': [],
    both: [],
    neither: [],
  };
  for (const entity of entities) found[comparedState(seen(first, entity), seen(second, entity))].push(entity);
  return found;
}

/** What copying access from one line to another comes to. */
export interface Copy {
  cells: ProposedCell[];
  already: number;
  /** The source has access, and the target has no such assignment. */
  absent: number;
}

/**
 * The changes that give a target what a source has; with `isMirror` it also loses what the source has not. An
 * assignment that the source does not have is left as it is: nothing is known of it there.
 * @param lines pairs of (record, entity) of source and target.
 */
export function copyAccess(
  seen: ReadCell,
  lines: Iterable<{ from: [number, number]; to: [number, number] }>,
  isMirror: boolean,
): Copy {
  const copy: Copy = { cells: [], already: 0, absent: 0 };
  for (const { from, to } of lines) {
    const source = seen(...from);
    const target = seen(...to);
    if (source === 'none' || (source === 'denied' && !isMirror)) continue;
    if (target === 'none') copy.absent += Number(source === 'granted');
    else if (target === source) copy.already++;
    else copy.cells.push({ record: to[0], entity: to[1], wanted: source === 'granted' });
  }
  return copy;
}
