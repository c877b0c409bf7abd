import 'server-only';
import type { Selectable } from 'kysely';
import type { Cell } from '@/lib/contract/access';
import type { CellState } from '@/lib/contract/changes';
import type { ChangeCellTable } from '@/lib/server/db/tables-changes';

/** A value of a cell; null: the service has no such combination. */
export type CellValue = boolean | null;

/** One cell of a set while it is worked at. */
export interface WorkCell {
  readonly position: number;
  readonly cell: Cell;
  readonly wanted: boolean;
  /** The value the person saw; null: none was named. */
  readonly expected: boolean | null;
  readonly state: 'pending' | 'unknown';
  readonly attempt: number;
  readonly tries: number;
  /** Grows with every intent. */
  sends: number;
  /** Read before the first send. */
  before: CellValue;
  /** Milliseconds since 1970 by the database's clock; null: never sent, or certainly not carried out. */
  readonly sentAt: number | null;
  readonly doubtUntil: number | null;
}

/** What became of a cell. */
export interface Settled {
  cell: WorkCell;
  outcome: Exclude<CellState, 'pending' | 'unknown'>;
  /** The value read last; undefined where nothing was read. */
  after?: CellValue;
  /** In words; '' where the outcome says all. */
  detail: string;
  /** The service's own ids of the requests. */
  serviceRequests?: readonly string[];
}

/** The cell of a row that is not decided yet. */
export function workCell(row: Selectable<ChangeCellTable>): WorkCell {
  return {
    position: row.position,
    cell: { recordType: row.record_type, recordId: row.record_id, entityId: row.entity_id },
    wanted: row.wanted === 1,
    expected: valueOf(row.expected),
    state: row.state === 'unknown' ? 'unknown' : 'pending',
    attempt: row.attempt,
    tries: row.tries,
    sends: row.sends,
    before: valueOf(row.before_value),
    sentAt: row.sent_at,
    doubtUntil: row.doubt_until,
  };
}

/** A value as a column holds it. */
export function columnOf(value: CellValue | undefined): number | null {
  return value === undefined || value === null ? null : Number(value);
}

/** A column as a value. */
export function valueOf(column: number | null): CellValue {
  return column === null ? null : column === 1;
}
