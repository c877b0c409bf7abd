import { z } from 'zod';

/** Query of `GET /api/access/labels`. */
export const labelsRequestSchema = z.strictObject({
  /** `entities`: without the records, of which there may be very many. */
  of: z.literal('entities').optional(),
});

export type LabelsRequest = z.infer<typeof labelsRequestSchema>;

/**
 * Answer of `GET /api/access/labels`: names for IDs, which the interface does not carry; from `MEM_LABELS_FILE`, both
 * lists empty without one. Who reads the journal but not access is told no records.
 */
export const labelsSchema = z.object({
  /** Record type, record ID, name. */
  records: z.array(z.tuple([z.string(), z.string(), z.string()])),
  /** Entity ID, name, and the group of entities it belongs to; null where the file names none. */
  entities: z.array(z.tuple([z.string(), z.string(), z.string().nullable()])),
});

export type Labels = z.infer<typeof labelsSchema>;
