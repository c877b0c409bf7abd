import { exactText, withFallback } from '@/lib/client/address-parameters';
import type { DetailsTarget } from '@/lib/domain/access/details-target';

const text = withFallback<string>(exactText, '');

/** What of the page of a history stands in its address. */
export const historyParameters = { recordType: text, recordId: text, entityId: text, before: text };

/** Whether these name a record, an entity, or one assignment of both. */
export function namesTarget({ recordType, recordId, entityId }: DetailsTarget): boolean {
  return (recordType === '') === (recordId === '') && `${recordType}${entityId}` !== '';
}
