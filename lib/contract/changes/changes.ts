import { z } from 'zod';
import { cellStates, changeSetStates, changeSetKinds, unconfirmedState } from './change-states';
import { mostCells, longestReason } from '../limits';
import { accessChangeSchema, cellSchema } from '../access/access';
import { fileName, writtenText } from '../text';
import { errorCodeSchema } from '../errors';

export const cellStateSchema = z.enum(cellStates);

/** How many cells of a set are in which state; they always add up to `total`. */
export const changeCountsSchema = z.object({
  total: z.number().int(),
  pending: z.number().int(),
  applied: z.number().int(),
  already: z.number().int(),
  conflict: z.number().int(),
  rejected: z.number().int(),
  [unconfirmedState]: z.number().int(),
  cancelled: z.number().int(),
});

export type ChangeCounts = z.infer<typeof changeCountsSchema>;

export const changeSetStateSchema = z.enum(changeSetStates);

/** The file a set was made from, by name and SHA-256 (hex) of its bytes. */
export const changeSourceSchema = z.strictObject({
  file: fileName(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Body of `POST /api/changes`; `expected` of a cell is the value the person saw. Header `Idempotency-Key` optional. */
export const createChangesSchema = z.strictObject({
  cells: z.array(accessChangeSchema).min(1).max(mostCells),
  reason: writtenText(longestReason).optional(),
  source: changeSourceSchema.optional(),
});

export type CreateChanges = z.infer<typeof createChangesSchema>;

/** Answer of `POST /api/changes` and of retry (202): the set; of undo: the new one. */
export const changesAcceptedSchema = z.object({
  id: z.string(),
  /** Of an undo: cells left out because they were changed since, or their values before are not known. */
  left: z.number().int().optional(),
});

export type ChangesAccepted = z.infer<typeof changesAcceptedSchema>;

/** Why a set does not go on: `code` is `person` or what the console met with. */
export const pauseSchema = z.object({
  code: z.union([z.literal('person'), z.literal('storm'), errorCodeSchema]),
  detail: z.string(),
  at: z.iso.datetime(),
  /** When the console tries again by itself; null: it waits for a person. */
  retryAt: z.iso.datetime().nullable(),
});

/** One step in the life of a set, as the ledger has it: paused, resumed, taken over, ended. */
export const changeStepSchema = z.object({
  seq: z.number().int(),
  at: z.iso.datetime(),
  /** How it stood then. */
  state: changeSetStateSchema,
  /** Who asked for it; null: the console by itself. */
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** In words; '' where the state says all. */
  why: z.string(),
});

export type ChangeStep = z.infer<typeof changeStepSchema>;

/** What a set was asked to do, counted over its cells; it stays the same whatever comes of them. */
export const changeSummarySchema = z.object({
  /** Cells that are to have access, and that are to have none. */
  given: z.number().int(),
  removed: z.number().int(),
  /** Different records; where it is one, which. */
  records: z.number().int(),
  record: cellSchema.pick({ recordType: true, recordId: true }).nullable(),
  /** How many record types these have, and the two with the most cells. */
  types: z.object({ count: z.number().int(), names: z.array(z.string()).max(2) }),
  /** How many entities, and two of them where there are no more. */
  entities: z.object({ count: z.number().int(), ids: z.array(z.string()).max(2) }),
});

export type ChangeSummary = z.infer<typeof changeSummarySchema>;

/** One change set as pages and scripts see it. */
export const changeSetSchema = z.object({
  id: z.string(),
  connection: z.string(),
  kind: z.enum(changeSetKinds),
  state: changeSetStateSchema,
  reason: z.string(),
  source: changeSourceSchema.nullable(),
  person: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** The set that this one undoes, and the newest one that undoes this. */
  undoOf: z.string().nullable(),
  undoneBy: z.string().nullable(),
  /** How the set that undoes this one stands. */
  undoState: changeSetStateSchema.nullable(),
  /** Cells that the sets which undo this one put back, or found put back already. */
  undone: z.number().int(),
  pause: pauseSchema.nullable(),
  /** What a person wants of it, until it has ended: what is in flight then comes to its end first. */
  asked: z.enum(['pause', 'cancel']).nullable(),
  /** Why whoever started it may no longer do so; what was left then ended as cancelled. */
  withdrawn: z.string().nullable(),
  summary: changeSummarySchema,
  counts: changeCountsSchema,
  /** While it runs: cells decided a second of late, and seconds left at that rate; null while that is not known. */
  rate: z.object({ perSecond: z.number(), secondsLeft: z.number().nullable() }).nullable(),
  /** While it runs: until then nothing is sent, because the service asked for fewer requests. */
  waitsUntil: z.iso.datetime().optional(),
  /** Of a set of one cell: that cell. */
  only: cellSchema.extend({ accessible: z.boolean(), state: cellStateSchema }).nullable(),
  /** Where one set is read: its steps, oldest first; of very many the newest. */
  steps: z.array(changeStepSchema).optional(),
});

export type ChangeSet = z.infer<typeof changeSetSchema>;

/** Text to look for; PostgreSQL takes none with a NUL. */
export const soughtText = z
  .string()
  .max(250)
  .regex(/^[^\0]*$/, 'This must not contain control characters.');

/** Query of `GET /api/changes`: newest first, all filters optional and joined by and. */
export const listChangesQuerySchema = z.strictObject({
  /** Part of the person's name. */
  person: z.string().max(200).optional(),
  /** Requested by whoever asks. */
  mine: z.literal('true').optional(),
  recordType: soughtText.optional(),
  recordId: soughtText.optional(),
  entityId: soughtText.optional(),
  /** Sets with at least one cell in that state. */
  outcome: cellStateSchema.optional(),
  /** `active`: not at its end, so queued, running or paused. */
  state: z.enum([...changeSetStates, 'active']).optional(),
  kind: z.enum(changeSetKinds).optional(),
  /** Stored at or after `from` and before `to`. */
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** Where the page before ended. */
  before: z.string().max(100).optional(),
});

/**
 * Answer of `GET /api/changes`; `next` goes into `before` for older ones, null at the end. A search for a record or
 * entity looks at so many cells a page at most, so a page may be short, or empty, although there are older ones.
 */
export const changeListSchema = z.object({ value: z.array(changeSetSchema), next: z.string().nullable() });

export type ChangeList = z.infer<typeof changeListSchema>;

export type ListChangesQuery = z.infer<typeof listChangesQuerySchema>;

/** Query of `GET /api/changes/{id}/cells`. */
export const changeCellsQuerySchema = z.strictObject({
  changeSetId: z.string().min(1).max(100),
  state: cellStateSchema.optional(),
  /** Part of the record ID or entity ID. */
  q: soughtText.optional(),
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(100),
});

/** One cell of a set. Values are null where the service has no such assignment, or none was read yet. */
export const changeCellSchema = cellSchema.extend({
  position: z.number().int(),
  /** The value asked for. */
  accessible: z.boolean(),
  /** The value the person had seen; null: none was named. */
  expected: z.boolean().nullable(),
  /** Read before anything was sent, and read last. */
  before: z.boolean().nullable(),
  current: z.boolean().nullable(),
  state: cellStateSchema,
  /** Why it is so, in words; '' where the state says all. */
  detail: z.string(),
  /** How often the change was sent to the service. */
  sends: z.number().int(),
  settledAt: z.iso.datetime().nullable(),
  /** The newest value the console knows the service to have; null: it has no such assignment; left out: not known. */
  now: z.boolean().nullable().optional(),
});

export type ChangeCell = z.infer<typeof changeCellSchema>;

/** Answer of `GET /api/changes/{id}/cells`. */
export const changeCellsSchema = z.object({
  value: z.array(changeCellSchema),
  /** When the last complete read began; `now` is of it, and of changes since. Null: nothing was read to its end yet. */
  asOf: z.iso.datetime().nullable(),
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
});

export type ChangeCells = z.infer<typeof changeCellsSchema>;

/** Address parameter of everything below `/api/changes/{id}`. */
export const changeSetIdSchema = z.strictObject({ changeSetId: z.string().min(1).max(100) });

export type ChangeSetId = z.infer<typeof changeSetIdSchema>;

/** Body of `POST /api/changes/{id}/retry`: which cells to try again; those in conflict then expect the value found. */
export const retryChangesSchema = z.strictObject({
  outcomes: z
    .array(z.enum(['rejected', 'conflict', 'cancelled']))
    .min(1)
    .default(['rejected']),
  reason: writtenText(longestReason).optional(),
});

export type RetryChanges = z.infer<typeof retryChangesSchema> & ChangeSetId;

/** `POST /api/changes/{id}/undo`: its body may be left out. Without a reason, `Undo: ` and the set's own one is recorded. */
export const undoChangesSchema = changeSetIdSchema.extend({
  reason: writtenText(longestReason).default(''),
});

export type UndoChanges = z.infer<typeof undoChangesSchema>;

/**
 * Answer of `GET /api/changes/{id}/undo`: what an undo would do now. `give` and `remove` access, and `left`: cells that
 * the set changed, but that were changed since, or whose value before is not known. Counted by what
 * the console read from the service at `asOf` and heard since; null: it has read nothing yet.
 */
export const undoPreviewSchema = z.object({
  give: z.number().int(),
  remove: z.number().int(),
  left: z.number().int(),
  asOf: z.iso.datetime().nullable(),
});

export type UndoPreview = z.infer<typeof undoPreviewSchema>;

/** Query of `GET /api/changes/history`: one cell, with a record alone all its cells, with an entity alone all of that. */
export const historyQuerySchema = z
  .strictObject({
    recordType: soughtText.min(1).optional(),
    recordId: soughtText.min(1).optional(),
    entityId: soughtText.optional(),
    /** Entries older than this one. */
    before: z.coerce.number().int().min(1).optional(),
  })
  .refine(({ recordType, recordId }) => (recordType === undefined) === (recordId === undefined), {
    error: 'A record is named by its type and its ID, both.',
    path: ['recordId'],
  })
  .refine(({ recordId, entityId }) => recordId !== undefined || entityId !== undefined, {
    error: 'Name a record, an entity, or both.',
    path: ['recordId'],
  });

/** One thing that happened to a cell, newest first. */
export const historyEntrySchema = cellSchema.extend({
  seq: z.number().int(),
  at: z.iso.datetime(),
  /** By this console, or changed in the service by something else. */
  by: z.enum(['console', 'outside']),
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
  changeSetId: z.string().nullable(),
  /** The set that this one undoes; null where it undoes none. */
  undoOf: z.string().nullable(),
  /** How many assignments that set has, of this history or not; null where there is none. */
  setTotal: z.number().int().nullable(),
  state: cellStateSchema.nullable(),
  /** The value asked for; null where nobody asked. */
  wanted: z.boolean().nullable(),
  before: z.boolean().nullable(),
  after: z.boolean().nullable(),
  /** Of an outside change: it happened after this time and not after `at`. */
  since: z.iso.datetime().nullable(),
  reason: z.string(),
  detail: z.string(),
});

export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Answer of `GET /api/changes/history`. */
export const historySchema = z.object({
  /** Of one assignment: the newest value the console knows the service to have, and when its last complete read began. */
  now: z.object({ accessible: z.boolean().nullable(), asOf: z.iso.datetime() }).nullable(),
  value: z.array(historyEntrySchema),
  /**
   * Sets with entries of this history about more assignments than the page lists: what all assignments of this history
   * that the set has come to, as a set of their own.
   */
  cut: z.array(
    changeSetSchema.pick({ id: true, undoOf: true, state: true, source: true, summary: true, counts: true }),
  ),
  next: z.number().int().nullable(),
});

export type History = z.infer<typeof historySchema>;
