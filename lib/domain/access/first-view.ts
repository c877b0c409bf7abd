import type { MatrixStatus } from '@/lib/contract/access/access';
import type { MatrixQuery, VisibleMatrix } from './filter/visible-matrix';
import type { AccessMatrix } from './matrix';
import type { MatrixNames } from './matrix-names';

/** The upper left of what a page is asked to show of the matrix, with all that it says of the rest. */
export interface FirstView {
  status: MatrixStatus;
  rows: FirstViewRow[];
  columns: FirstViewColumn[];
  /** How many the query lets through, of how many. */
  counts: { records: number; ofRecords: number; entities: number; ofEntities: number };
  names: { hasRecords: boolean };
  /** IDs that a list asks for and no record has. */
  missing: string[];
  /** Letters of the longest entity ID, which say how wide a column is. */
  longestEntityId: number;
  sort: MatrixQuery['sort'];
  isReversed: boolean;
  /** Place of the entity that the rows are ordered by among the shown ones; -1: there is none. */
  sortedColumn: number;
}

export interface FirstViewRow {
  recordType: string;
  recordId: string;
  /** '' where nobody named it. */
  name: string;
  granted: number;
  existing: number;
  /** A letter for each column, as `valueOfLetter` has them. */
  values: string;
}

export interface FirstViewColumn {
  entityId: string;
  name: string;
  /** Among the records that the query lets through. */
  granted: number;
  existing: number;
}

/** What a cell has; of what is not complete, nothing yet. */
const letters = { granted: 'g', denied: 'd', none: 'n', loading: 'l' } as const;

export type FirstValue = keyof typeof letters;

export const valueOfLetter: Record<string, FirstValue> = Object.fromEntries(
  Object.entries(letters).map(([value, letter]) => [letter, value as FirstValue]),
);

/** How much is sent: what a screen of 1440 x 900 shows, and a little more. */
const most = { rows: 24, columns: 15 };

/** The first rows and columns of what is visible. */
export function firstView(
  matrix: AccessMatrix,
  names: MatrixNames,
  shown: VisibleMatrix,
  { status, missing }: Pick<FirstView, 'status' | 'missing'>,
): FirstView {
  const letterAt = (record: number, entity: number) => {
    const state = matrix.state(record, entity);
    return letters[state === 'none' && !status.complete ? 'loading' : state];
  };
  const entities = [...shown.entities.subarray(0, most.columns)];
  const { sort, isReversed } = shown;
  return {
    status,
    rows: [...shown.records.subarray(0, most.rows)].map((record) => ({
      recordType: matrix.recordType(record),
      recordId: matrix.recordId(record),
      name: names.record(record),
      ...matrix.countsOfRecord(record),
      values: entities.map((entity) => letterAt(record, entity)).join(''),
    })),
    columns: entities.map((entity) => ({
      entityId: matrix.entityId(entity),
      name: names.entity(entity),
      granted: shown.counts.granted[entity] ?? 0,
      existing: shown.counts.existing[entity] ?? 0,
    })),
    counts: {
      records: shown.records.length,
      ofRecords: matrix.recordCount,
      entities: shown.entities.length,
      ofEntities: matrix.entityCount,
    },
    names: { hasRecords: names.hasRecords },
    missing: status.complete ? missing : [],
    longestEntityId: matrix.longestEntityId,
    sort,
    isReversed,
    sortedColumn: sort.by === 'entity' ? shown.entities.indexOf(sort.entity) : -1,
  };
}
