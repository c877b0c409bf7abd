import { exactText, withFallback } from '@/lib/client/address-parameters';

const text = withFallback<string>(exactText, '');

/** What of the page of a history stands in its address. */
export const historyParameters = { recordType: text, recordId: text, entityId: text, before: text };
