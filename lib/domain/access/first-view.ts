import type { MatrixStatus } from '@/lib/contract/access/access';
import { shareBelow, shareOfAll, type Share } from './column-counts';
import type { MatrixRow } from './filter/bands';
import type { MatrixQuery, VisibleMatrix } from './filter/visible-matrix';
import { knownValue, type AccessMatrix, type KnownValue } from './matrix';
import { entityHead, type EntityHead, type MatrixNames } from './names/matrix-names';

/** The upper left of what a page is asked to show of the matrix, with all that it says of the rest. */
export interface FirstView {
  status: MatrixStatus;
  rows: (FirstViewBand | FirstViewRow)[];
  columns: FirstViewColumn[];
  /** How many the query lets through, of how many; and the rows that they are shown in. */
  counts: { records: number; ofRecords: number; entities: number; ofEntities: number; rows: number };
  /** All that the matrix has. */
  recordTypes: readonly string[];
  /** How many bands are unfolded, of how many; null where they have no heads. */
  bandCounts: { open: number; all: number } | null;
  names: { hasRecords: boolean; hasGroups: boolean };
  /** IDs that a list asks for and no record has. */
  missing: string[];
  /** Letters of the longest entity ID, which say how wide a column is. */
  longestEntityId: number;
  sort: MatrixQuery['sort'];
  isReversed: boolean;
  /** Place of the entity that the rows are ordered by among the shown ones; -1: there is none. */
  sortedColumn: number;
}

/** The head of a band. */
export interface FirstViewBand {
  kind: 'band';
  recordType: string;
  records: number;
  isOpen: boolean;
  /** Of all shown entities, and of each column. */
  all: Share;
  shares: Share[];
}

export interface FirstViewRow extends Share {
  kind: 'record';
  recordType: string;
  recordId: string;
  /** '' where nobody named it. */
  name: string;
  /** A letter for each column, as `valueOfLetter` has them. */
  values: string;
}

/** A column's head, and what lies below it among the records that the query lets through. */
export type FirstViewColumn = EntityHead & Share;

type FirstLetter<Word extends string> = Word extends `${infer Letter}${string}` ? Letter : never;

/** What is known of a cell, by its first letter, which stands for it. */
export const valueOfLetter: Readonly<Record<string, KnownValue>> = {
  g: 'granted',
  d: 'denied',
  n: 'none',
  l: 'loading',
} satisfies { [Value in KnownValue as FirstLetter<Value>]: Value };

/** How much is sent: what a screen of 1440 x 900 shows, and a little more. */
const most = { rows: 24, columns: 25 };

/** The first rows and columns of what is visible. */
export function firstView(
  matrix: AccessMatrix,
  names: MatrixNames,
  shown: VisibleMatrix,
  { status, missing }: Pick<FirstView, 'status' | 'missing'>,
): FirstView {
  const letterAt = (record: number, entity: number) =>
    knownValue(matrix.state(record, entity), status.complete).charAt(0);
  const entities = [...shown.entities.subarray(0, most.columns)];
  const rowAt = (at: number): FirstView['rows'][number] => {
    const record = shown.rows.recordAt(at);
    const row = shown.rows.at(at);
    if (record < 0 && row !== undefined) return bandOf(row, entities, shown.entities);
    return {
      kind: 'record',
      recordType: matrix.recordType(record),
      recordId: matrix.recordId(record),
      name: names.record(record),
      ...matrix.countsOfRecord(record),
      values: entities.map((entity) => letterAt(record, entity)).join(''),
    };
  };
  const { sort, isReversed } = shown;
  return {
    status,
    rows: Array.from({ length: Math.min(most.rows, shown.rows.count) }, (_, at) => rowAt(at)),
    columns: entities.map((entity, column) => ({
      ...entityHead(matrix, names, shown.entities, column),
      ...shareBelow(shown.counts, entity),
    })),
    counts: {
      records: shown.records.length,
      ofRecords: matrix.recordCount,
      entities: shown.entities.length,
      ofEntities: matrix.entityCount,
      rows: shown.rows.count,
    },
    recordTypes: matrix.recordTypes,
    bandCounts: shown.rows.bandCounts,
    names: { hasRecords: names.hasRecords, hasGroups: names.hasGroups },
    missing: status.complete ? missing : [],
    longestEntityId: matrix.longestEntityId,
    sort,
    isReversed,
    sortedColumn: sort.by === 'entity' ? shown.entities.indexOf(sort.entity) : -1,
  };
}

function bandOf(
  { band, isOpen }: MatrixRow,
  columns: readonly number[],
  entities: Uint32Array,
): FirstViewBand {
  const { recordType, records, counts } = band;
  return {
    kind: 'band',
    recordType,
    records: records.length,
    isOpen,
    all: shareOfAll(counts, entities),
    shares: columns.map((entity) => shareBelow(counts, entity)),
  };
}
