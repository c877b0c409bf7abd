import { z } from 'zod';

const cellValue = z.union([z.string(), z.number(), z.boolean()]);

/** One journal line: field names and values as in interface section 2.3; fields that were not asked for are absent. */
export const journalRowSchema = z.record(z.string(), cellValue);

export type JournalRow = z.infer<typeof journalRowSchema>;

/** Which entities and batches the lines carry, with how many lines each; over all lines, whatever the filter. */
export const journalFacetsSchema = z.object({
  entities: z.array(z.object({ id: z.string(), lines: z.number().int() })),
  batches: z.array(z.object({ template: z.string(), batch: z.string(), lines: z.number().int() })),
});

export type JournalFacets = z.infer<typeof journalFacetsSchema>;

/** Answer of `GET /api/journal`. */
export const journalPageSchema = z.object({
  rows: z.array(journalRowSchema),
  /** Lines that match; null when the service does not count them. */
  total: z.number().int().nullable(),
  page: z.number().int(),
  pageSize: z.number().int(),
  /** `remote`: asked of the service just now; `snapshot`: from the console's copy of all lines. */
  source: z.enum(['remote', 'snapshot']),
  /** When the lines were read from the service. */
  asOf: z.iso.datetime(),
  /** A newer copy is being read. */
  refreshing: z.boolean(),
  /** Why the lines could not be read again, when they are older than they should be. */
  stale: z.object({ code: z.string(), detail: z.string() }).optional(),
  facets: journalFacetsSchema.optional(),
});

export type JournalPage = z.infer<typeof journalPageSchema>;
