import { z } from 'zod';
import { readProblemSchema } from './access';

const counts = z.array(z.number().int());

/** Answer of `GET /api/access/summary`: how much access each record type has in each entity. */
export const accessSummarySchema = z.object({
  /** Whether the console has read all assignments; the counts are of what it has read. */
  complete: z.boolean(),
  loading: z.boolean(),
  /** When the last complete read began; null before the first. */
  asOf: z.iso.datetime().nullable(),
  /** Why the last read is not counted, if it is not; the counts are then older. */
  problem: readProblemSchema.nullable(),
  /** Why the counts are in doubt, as in the status of the matrix; null: they are believed. */
  doubt: z.string().nullable(),
  /** In natural order of their IDs; `name` and `group` are empty where nobody named one. */
  entities: z.array(z.object({ entityId: z.string(), name: z.string(), group: z.string() })),
  /** `granted` and `existing` count the assignments of the type with each entity, in the order of `entities`. */
  recordTypes: z.array(
    z.object({
      recordType: z.string(),
      records: z.number().int(),
      /** Records that are set up and that no entity may use. */
      withoutEntity: z.number().int(),
      granted: counts,
      existing: counts,
    }),
  ),
});

export type AccessSummary = z.infer<typeof accessSummarySchema>;
