import { z } from 'zod';

/**
 * Answer of `GET /api/access/labels`: names for IDs, which the interface does not carry; from `MEM_LABELS_FILE`, both
 * lists empty without one.
 */
export const labelsSchema = z.object({
  /** Record type, record ID, name. */
  records: z.array(z.tuple([z.string(), z.string(), z.string()])),
  /** Entity ID, name, and the group of entities it belongs to; null where the file names none. */
  entities: z.array(z.tuple([z.string(), z.string(), z.string().nullable()])),
});

export type Labels = z.infer<typeof labelsSchema>;
