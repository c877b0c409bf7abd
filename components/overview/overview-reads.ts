import type { GroupingNames } from '@/lib/client/journal/journal';

/** The sum that the overview shows beside a number of lines. */
export const amountSum = 'Amount.net';

/** The journal lines with their amounts by entity, by month of posting, and by batch. */
export const byEntity: GroupingNames = { by: ['BssiEntityID'], sum: [amountSum], pivot: null };
export const byMonth: GroupingNames = { by: ['PostingDate.month'], sum: [amountSum], pivot: null };
export const byBatch: GroupingNames = {
  by: ['JournalTemplateName', 'JournalBatchName'], // templates have batches of the same name
  sum: [amountSum],
  pivot: null,
};
