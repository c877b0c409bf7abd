import type { GroupingNames } from '@/lib/client/journal/journal';

/** The journal lines counted by entity, by month of posting, and by batch. */
export const byEntity: GroupingNames = { by: ['BssiEntityID'], sum: [], pivot: null };
export const byMonth: GroupingNames = { by: ['PostingDate.month'], sum: [], pivot: null };
export const byBatch: GroupingNames = { by: ['JournalBatchName'], sum: [], pivot: null };
