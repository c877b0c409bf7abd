import type { AccessChange, AccessRow } from '@/lib/contract/access/access';
import type { Upstream } from '@/lib/server/upstream/client';

/** Every assignment that a service has. */
export async function everyAssignment({
  readSecurity,
}: Pick<Upstream, 'readSecurity'>): Promise<AccessRow[]> {
  const rows: AccessRow[] = [];
  for await (const page of readSecurity({}))
    for (const row of page.rows)
      rows.push({
        recordType: row.BssiMasterRecordType,
        recordId: row.BssiMasterRecordID,
        entityId: row.BssiEntityID,
        accessible: row.BssiAccessible,
      });
  return rows;
}

/** A change of an assignment that gives it the other value. */
export function turned({ accessible, ...cell }: AccessRow): AccessChange & { expected: boolean } {
  return { ...cell, accessible: !accessible, expected: accessible };
}
