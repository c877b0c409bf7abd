import type { GroupingNames } from '@/lib/client/journal/journal';

export const amountSum = 'Amount.net';

export const byEntity: GroupingNames = { by: ['BssiEntityID'], sum: [amountSum], pivot: null };
export const byMonth: GroupingNames = { by: ['PostingDate.month'], sum: [amountSum], pivot: null };
export const byBatch: GroupingNames = {
  by: ['JournalTemplateName', 'JournalBatchName'], // templates share batch names
  sum: [amountSum],
  pivot: null,
};
