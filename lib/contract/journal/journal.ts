import { z } from 'zod';

const cellValue = z.union([z.string(), z.number(), z.boolean()]);

/** One journal line: field names and values as in interface section 2.3; fields that were not asked for are absent. */
export const journalRowSchema = z.record(z.string(), cellValue);

export type JournalRow = z.infer<typeof journalRowSchema>;

/** Which copy of all lines an answer is made of, and how old that is. */
export const copyAge = {
  /** Number of the copy: another one for each replica of the console and each time the lines are read. */
  copy: z.string(),
  /** When the lines were read from the service. */
  asOf: z.iso.datetime(),
  /** A newer copy is being read. */
  refreshing: z.boolean(),
  /** Why the lines could not be read again, when they are older than they should be. */
  stale: z.object({ code: z.string(), detail: z.string() }).optional(),
};

/** Summed quantity fields whose lines have several units of measure, so that their sum is no total; absent: none. */
const mixed = z.array(z.string()).optional();

/** Where `sum` names a direction: the lines that a sum of in, out and net leaves out. */
const direction = {
  /**
   * Lines of an entry type that the console does not know (empty text: blank). With `valueEntryType` it is that
   * option which the console does not know: then the quantities alone are left out.
   */
  uncounted: z
    .array(
      z.object({ entryType: z.string(), valueEntryType: z.string().optional(), lines: z.number().int() }),
    )
    .optional(),
  /** Transfers: lines that go neither in nor out. */
  moved: z.number().int().optional(),
  /** Where a quantity is added up: lines of revaluations, whose amounts count and whose quantities do not. */
  revalued: z.number().int().optional(),
};

/** Answer of `GET /api/journal`. */
export const journalPageSchema = z.object({
  rows: z.array(journalRowSchema),
  /** Where `check` is made of several: of each row the ids of those that find it, in their order. */
  checks: z.array(z.array(z.string())).optional(),
  /** Lines that match. */
  total: z.number().int(),
  /** Exact sums by the names in `sum`, over all lines that match, as decimal text without idle zeros. */
  sums: z.record(z.string(), z.string()).optional(),
  mixed,
  ...direction,
  /** The lines are being read for the first time: `rows` and `total` are of so many, and nothing is added up. */
  arrived: z.number().int().optional(),
  page: z.number().int(),
  pageSize: z.number().int(),
  /** Where `line` is given: its index among all lines that match, from 0; null: it does not match. */
  lineRow: z.number().int().nullable().optional(),
  /** From the console's copy of all lines. */
  source: z.literal('snapshot'),
  ...copyAge,
});

export type JournalPage = z.infer<typeof journalPageSchema>;

/** How many lines, and the exact sums of their fields as decimal text without idle zeros. */
const linesAdded = z.object({
  count: z.number().int(),
  sums: z.record(z.string(), z.string()),
  mixed,
});

export type LinesAdded = z.infer<typeof linesAdded>;

/** With a pivot: the lines of each value of `across`, in its order; null where there are none. */
const cells = z.array(linesAdded.nullable()).optional();

/** Answer of `GET /api/journal/groups`: of exactly the lines that match. */
export const journalGroupsSchema = z.object({
  by: z.array(z.string()),
  sum: z.array(z.string()),
  pivot: z.string().nullable(),
  /**
   * In natural order of their keys. Keys are values of their fields, `YYYY-MM` for a month, its Monday for a week,
   * `YYYY` for a year, and empty text for a value that is not set. Texts that differ in case only are one.
   */
  groups: z.array(linesAdded.extend({ key: z.array(cellValue), cells })),
  /**
   * With two and more keys: of each run of their first values, also of groups that were left out. In the order of the
   * groups; shorter keys stand before the longer ones that begin with them.
   */
  subtotals: z.array(linesAdded.extend({ key: z.array(cellValue), cells })).optional(),
  /** Of all lines that match, also of those in groups and columns that were left out. */
  total: linesAdded.extend({ cells }),
  /** Values of the pivot in natural order: those with the most lines. */
  across: z.array(cellValue),
  /** Groups and values of the pivot that are left out because there are too many. */
  more: z.object({ groups: z.number().int(), across: z.number().int() }),
  /** Nothing is left out. */
  complete: z.boolean(),
  ...direction,
  ...copyAge,
});

export type JournalGroups = z.infer<typeof journalGroupsSchema>;

/** Answer of `GET /api/journal/facets`: which values a field has in the lines that match the other conditions. */
export const journalFacetsSchema = z.object({
  field: z.string(),
  /**
   * Those with the most lines first. Empty text: not set. `JournalBatchName` stands for template and batch, written
   * as the parameter `batch` is.
   */
  values: z.array(z.object({ value: cellValue, lines: z.number().int() })),
  /** Further values that are left out because there are too many. */
  more: z.number().int(),
  ...copyAge,
});

export type JournalFacets = z.infer<typeof journalFacetsSchema>;
