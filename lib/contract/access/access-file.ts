import { z } from 'zod';
import {
  fileFormats,
  fileShapes,
  importModes,
  importKinds,
  rowStates,
  pageChoices,
  isPageChoice,
} from './file-kinds';
import { longestTextFilter } from '../limits';
import { accessRowSchema } from './access';
import { fileName } from '../text';

/** The access matrix as a file: out by `GET /api/access/export`, in by `POST /api/changes/import`. */

const textFilter = z.string().max(longestTextFilter);

/** What a file covers: record types (none = all), and text filters of the record ID and the entity ID. */
export const fileFilterSchema = z.strictObject({
  type: z.array(z.string().min(1).max(250)).max(200).default([]),
  q: textFilter.default(''),
  entity: textFilter.default(''),
});

export type FileFilter = z.infer<typeof fileFilterSchema>;

const repeatable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (given === undefined ? undefined : [given].flat()), schema);

/** A record as the address names it: "Customer/40000", each part percent-encoded. */
const recordText = z
  .string()
  .regex(/^[^/]+\/[^/]+$/, 'This is not a record type and ID with / between them.');

/** Query of `GET /api/access/export`; `type` and `record` may be repeated. */
export const accessExportQuerySchema = z
  .strictObject({
    format: z.enum(fileFormats).default('csv'),
    shape: z.enum(fileShapes).default('long'),
    ...fileFilterSchema.shape,
    type: repeatable(fileFilterSchema.shape.type),
    rows: z.enum([...rowStates, ...pageChoices]).optional(),
    /** Whether entities that are set up for none of the records are left out. */
    used: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
    /** The records that the page chose. */
    record: repeatable(z.array(recordText).max(1_000).default([])),
  })
  .refine(({ rows, record }) => record.length > 0 === isPageChoice(rows), {
    path: ['record'],
    message: 'Records are named with rows=pending and rows=outside, and only there.',
  });

export type AccessExportQuery = z.infer<typeof accessExportQuerySchema>;

/** Body of `POST /api/changes/import`: the file's name and its bytes in base64. */
export const importRequestSchema = z.strictObject({
  name: fileName(),
  content: z.string().min(1),
  mode: z.enum(importModes),
  filter: fileFilterSchema.default({ type: [], q: '', entity: '' }),
});

export type ImportRequest = z.infer<typeof importRequestSchema>;

/** One change that the file asks for. `expected` is the value now, `base` the value at the export, where known. */
export const importCellSchema = accessRowSchema.extend({
  /** Row of the file, the header counted; null: the file does not name the cell. */
  row: z.number().int().nullable(),
  kind: z.enum(importKinds),
  expected: z.boolean(),
  base: z.boolean().nullable(),
});

export type ImportCell = z.infer<typeof importCellSchema>;

/** A cell that has the value already. */
export const settledCellSchema = accessRowSchema.extend({ row: z.number().int() });

export type SettledCell = z.infer<typeof settledCellSchema>;

/** What is wrong with one row of the file; nothing is changed for it. */
export const importProblemSchema = z.object({ row: z.number().int(), message: z.string() });

export type ImportProblem = z.infer<typeof importProblemSchema>;

/** How many cells, rows or problems there are of each kind. */
export const importCountsSchema = z.object({
  /** Rows of the file with something in them, without the header. */
  rows: z.number().int(),
  give: z.number().int(),
  remove: z.number().int(),
  unnamed: z.number().int(),
  changed: z.number().int(),
  already: z.number().int(),
  /** Named more than once with the same value. */
  merged: z.number().int(),
  /** Left as they are: marked `unknown` in the file, or outside the filter of `equal`. */
  left: z.number().int(),
  /** Would lose access for not being named, but do not, because the file has problems. */
  withheld: z.number().int(),
  problems: z.number().int(),
  /** Rows that change nothing because of a problem; a row that only repeats another is merged, whatever becomes of that. */
  leftOut: z.number().int(),
});

export type ImportCounts = z.infer<typeof importCountsSchema>;

/** What an exported file says of itself. */
export const fileOriginSchema = z.object({
  connection: z.string(),
  asOf: z.string(),
  filter: fileFilterSchema,
  /** The choice of rows; null: every record that the filter lets through. */
  rows: z.string().nullable(),
  /** Why the matrix was in doubt at the export, in words; null: it was not. */
  doubt: z.string().nullable(),
});

export type FileOrigin = z.infer<typeof fileOriginSchema>;

/** Answer of `POST /api/changes/import`. Nothing was changed by it. */
export const importPreviewSchema = z.object({
  format: z.enum(fileFormats),
  /** Name of the sheet that was read; null in a CSV. */
  sheet: z.string().nullable(),
  shape: z.enum(fileShapes),
  mode: z.enum(importModes),
  /** Nothing that the file was compared with is older. */
  asOf: z.iso.datetime(),
  /** Why the service's list that the file was compared with is in doubt, in words; null: it is not. */
  doubt: z.string().nullable(),
  /** Null for a file that this console did not make. */
  origin: fileOriginSchema.nullable(),
  recordTypes: z.array(z.string()),
  /** What to know of the whole file, in words. */
  notices: z.array(z.string()),
  counts: importCountsSchema,
  /** At most as many as one change set takes; the counts are of all. */
  cells: z.array(importCellSchema),
  already: z.array(settledCellSchema),
  problems: z.array(importProblemSchema),
});

export type ImportPreview = z.infer<typeof importPreviewSchema>;
