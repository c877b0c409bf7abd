import type { GroupingNames } from '@/lib/client/journal/journal';

/** The journal lines, counted and their amounts added up, by entity, by month of posting, and by batch. */
export const byEntity: GroupingNames = { by: ['BssiEntityID'], sum: ['Amount'], pivot: null };
export const byMonth: GroupingNames = { by: ['PostingDate.month'], sum: ['Amount'], pivot: null };
export const byBatch: GroupingNames = {
  by: ['JournalTemplateName', 'JournalBatchName'], // templates have batches of the same name
  sum: ['Amount'],
  pivot: null,
};
