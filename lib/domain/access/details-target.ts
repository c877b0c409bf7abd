import type { Cell } from '@/lib/contract/access/access';
import { cellInWords, recordInWords } from './access-words';
import { named, type KeyNames } from './names/named';

/** What details are told of: an assignment, a record (`entityId` empty), or an entity (`recordType` and `recordId` empty). */
export type DetailsTarget = Cell;

/** Whether these name a record, an entity, or one assignment of both. */
export function namesTarget({ recordType, recordId, entityId }: DetailsTarget): boolean {
  return (recordType === '') === (recordId === '') && `${recordType}${entityId}` !== '';
}

/** Which of the three it is. */
export function kindOfTarget({ recordType, entityId }: DetailsTarget): 'assignment' | 'record' | 'entity' {
  if (recordType === '') return 'entity';
  return entityId === '' ? 'record' : 'assignment';
}

/** "Customer 40000, entity 100", "Customer 40000", "entity 100". */
export function targetInWords(target: DetailsTarget, names?: KeyNames): string {
  const kind = kindOfTarget(target);
  if (kind === 'entity') return `entity ${named(target.entityId, names?.entity(target.entityId))}`;
  return kind === 'record' ? recordInWords(target, names) : cellInWords(target, names);
}

/** A target as one text for an address: "Customer/40000/100", each part percent-encoded. */
export function targetText({ recordType, recordId, entityId }: DetailsTarget): string {
  return [recordType, recordId, entityId].map(encodeURIComponent).join('/');
}

/** The target that a text of `targetText` names; null for anything else. */
export function targetOfText(text: string): DetailsTarget | null {
  try {
    const [recordType = '', recordId = '', entityId, more] = text.split('/').map(decodeURIComponent);
    if (entityId === undefined || more !== undefined) return null;
    const target = { recordType, recordId, entityId };
    return namesTarget(target) ? target : null;
  } catch {
    return null;
  }
}
