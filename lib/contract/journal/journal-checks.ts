import { z } from 'zod';
import { copyAge } from './journal';

/** One check an accountant would do by hand, and how many of the lines it finds. */
export const journalCheckSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Which lines it finds. */
  meaning: z.string(),
  /** What to do about them in Business Central. */
  advice: z.string(),
  /** Null: it cannot be told at the moment; `why` says why. */
  lines: z.number().int().nullable(),
  why: z.string().optional(),
  /** Parameters of `/api/journal` that show these lines. */
  filter: z.record(z.string(), z.array(z.string())),
});

export type JournalCheckCount = z.infer<typeof journalCheckSchema>;

/** Answer of `GET /api/journal/checks`: the checks the reader may see, in the order in which they matter. */
export const journalChecksSchema = z.object({
  checks: z.array(journalCheckSchema),
  /** All of them as one: lines that at least one finds, each counted once. */
  any: journalCheckSchema,
  /** Why checks that ask the access matrix are not fully known: the service lists less than before; null: it does not. */
  doubt: z.string().nullable(),
  /** Lines that the filter matches. */
  lines: z.number().int(),
  /** The day that counts as today, `YYYY-MM-DD`. */
  today: z.string(),
  ...copyAge,
});

export type JournalChecks = z.infer<typeof journalChecksSchema>;
