import 'server-only';
import { sql } from 'kysely';
import type { Cell } from '@/lib/contract/access/access';

export const cellColumns = ['record_type', 'record_id', 'entity_id'] as const;

export function columnsOfCell({ recordType, recordId, entityId }: Cell) {
  return { record_type: recordType, record_id: recordId, entity_id: entityId };
}

export function cellOfRow(row: Record<(typeof cellColumns)[number], string | null>): Cell {
  return { recordType: row.record_type ?? '', recordId: row.record_id ?? '', entityId: row.entity_id ?? '' };
}

/** A condition for rows of this cell, or with the given parts of one. */
export function isAbout({ recordType, recordId, entityId }: Partial<Cell>) {
  const parts = [recordType, recordId, entityId].flatMap((part, index) =>
    part === undefined ? [] : [sql`${sql.ref(cellColumns[index] ?? '')} = ${part}`],
  );
  return parts.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** A condition for rows of these cells. @param cells at least one. */
export function isOneOf(cells: readonly Cell[]) {
  const tuples = cells.map(
    ({ recordType, recordId, entityId }) => sql`(${recordType}, ${recordId}, ${entityId})`,
  );
  return sql<boolean>`(record_type, record_id, entity_id) in (values ${sql.join(tuples)})`;
}
