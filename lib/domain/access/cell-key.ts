import type { Cell } from '@/lib/contract/access/access';

/** One text for one cell; the parts cannot run into each other. */
export function cellKey({ recordType, recordId, entityId }: Cell): string {
  return JSON.stringify([recordType, recordId, entityId]);
}
