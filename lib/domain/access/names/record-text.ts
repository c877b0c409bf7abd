import type { Cell } from '@/lib/contract/access/access';

/** What names a record. */
export type RecordKey = Pick<Cell, 'recordType' | 'recordId'>;

/** A record as one text for an address: "Customer/40000", each part percent-encoded. */
export function recordText({ recordType, recordId }: RecordKey): string {
  return [recordType, recordId].map(encodeURIComponent).join('/');
}

/** The record that a text of `recordText` names; null for anything else. */
export function recordOfText(text: string): RecordKey | null {
  try {
    const [recordType = '', recordId = '', more] = text.split('/').map(decodeURIComponent);
    return recordType !== '' && recordId !== '' && more === undefined ? { recordType, recordId } : null;
  } catch {
    return null;
  }
}
