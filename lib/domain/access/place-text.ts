import type { Cell } from '@/lib/contract/access';
import { cellInWords, recordInWords } from './access-words';

/** A place in a matrix: an assignment, a record (`entityId` empty), or an entity (`recordType` and `recordId` empty). */
export type MatrixPlace = Cell;

/** Which of the three a place is. */
export function kindOfPlace({ recordType, entityId }: MatrixPlace): 'assignment' | 'record' | 'entity' {
  if (recordType === '') return 'entity';
  return entityId === '' ? 'record' : 'assignment';
}

/** "Customer 40000, entity 100", "Customer 40000", "entity 100". */
export function placeInWords(place: MatrixPlace): string {
  const kind = kindOfPlace(place);
  if (kind === 'entity') return `entity ${place.entityId}`;
  return kind === 'record' ? recordInWords(place) : cellInWords(place);
}

/** A place as one text for an address: "Customer/40000/100", each part percent-encoded. */
export function placeText({ recordType, recordId, entityId }: MatrixPlace): string {
  return [recordType, recordId, entityId].map(encodeURIComponent).join('/');
}

/** The place that a text of `placeText` names; null for anything else. */
export function placeOfText(text: string): MatrixPlace | null {
  try {
    const [recordType = '', recordId = '', entityId, more] = text.split('/').map(decodeURIComponent);
    const isPlace = (recordType === '') === (recordId === '') && `${recordType}${entityId ?? ''}` !== '';
    return isPlace && entityId !== undefined && more === undefined
      ? { recordType, recordId, entityId }
      : null;
  } catch {
    return null;
  }
}
