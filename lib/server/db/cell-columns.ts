import 'server-only';
import { sql } from 'kysely';
import type { Cell } from '@/lib/contract/access/access';

/** The columns by which a row of the database names a cell. */
export const cellColumns = ['record_type', 'record_id', 'entity_id'] as const;

/** A cell as these columns. */
export function columnsOfCell({ recordType, recordId, entityId }: Cell) {
  return { record_type: recordType, record_id: recordId, entity_id: entityId };
}

/** The cell that a row names. */
export function cellOfRow(row: Record<(typeof cellColumns)[number], string | null>): Cell {
  return { recordType: row.record_type ?? '', recordId: row.record_id ?? '', entityId: row.entity_id ?? '' };
}

/** Whether a row names this cell, or has those parts of one that are given. */
export function isAbout({ recordType, recordId, entityId }: Partial<Cell>) {
  const parts = [recordType, recordId, entityId].flatMap((part, index) =>
    part === undefined ? [] : [sql`${sql.ref(cellColumns[index] ?? '')} = ${part}`],
  );
  return parts.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Whether a row names one of these cells; there is one at least. */
export function isOneOf(cells: readonly Cell[]) {
  const tuples = cells.map(
    ({ recordType, recordId, entityId }) => sql`(${recordType}, ${recordId}, ${entityId})`,
  );
  return sql<boolean>`(record_type, record_id, entity_id) in (values ${sql.join(tuples)})`;
}
