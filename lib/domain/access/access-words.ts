import type { Cell } from '@/lib/contract/access';

/** "Customer 40000". */
export function recordInWords(cell: Pick<Cell, 'recordType' | 'recordId'>): string {
  return `${cell.recordType} ${cell.recordId}`;
}

/** "Customer 40000, entity 100". */
export function cellInWords(cell: Cell): string {
  return `${recordInWords(cell)}, entity ${cell.entityId}`;
}

/** "Customer 40000 now has access in entity 100". */
export function changedInWords(cell: Cell, accessible: boolean): string {
  return `${recordInWords(cell)} ${accessible ? 'now has' : 'no longer has'} access in entity ${cell.entityId}`;
}

/** What a value is called: "has access", "no access". */
export function valueInWords(accessible: boolean): string {
  return accessible ? 'has access' : 'no access';
}
