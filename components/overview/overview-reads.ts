import type { GroupingNames } from '@/lib/client/journal/journal';

/** The journal lines counted by entity, and by month of posting. */
export const byEntity: GroupingNames = { by: ['BssiEntityID'], sum: [], pivot: null };
export const byMonth: GroupingNames = { by: ['PostingDate.month'], sum: [], pivot: null };
