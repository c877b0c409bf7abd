import { exactText, withFallback } from '@/lib/client/address/parameters';

const text = withFallback<string>(exactText, '');

export const historyParameters = { recordType: text, recordId: text, entityId: text, before: text };
