import type { Cell } from '@/lib/contract/access';

/** A cell as one text for an address: "Customer/40000/100", each part percent-encoded. */
export function cellText({ recordType, recordId, entityId }: Cell): string {
  return [recordType, recordId, entityId].map(encodeURIComponent).join('/');
}

/** The cell that a text of `cellText` names; null for anything else. */
export function cellOfText(text: string): Cell | null {
  try {
    const [recordType = '', recordId = '', entityId = '', more] = text.split('/').map(decodeURIComponent);
    const isWhole = recordType !== '' && recordId !== '' && entityId !== '' && more === undefined;
    return isWhole ? { recordType, recordId, entityId } : null;
  } catch {
    return null;
  }
}
