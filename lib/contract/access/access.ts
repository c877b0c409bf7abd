import { z } from 'zod';
import { unconfirmedState } from '../changes/change-states';
import { longestKeyPart, longestReason } from '../limits';
import { storedText, writtenText } from '../text';

const keyPart = storedText(longestKeyPart).min(1);

/** The three parts that identify one assignment (interface section 2.2), compared exactly. */
export const cellSchema = z.strictObject({ recordType: keyPart, recordId: keyPart, entityId: keyPart });

export type Cell = z.infer<typeof cellSchema>;

/** One assignment and whether the record is accessible to the entity. */
export const accessRowSchema = cellSchema.extend({ accessible: z.boolean() });

export type AccessRow = z.infer<typeof accessRowSchema>;

/** Query of `GET /api/access`: exact values, all optional. */
export const accessFilterSchema = z.strictObject({
  recordType: keyPart.optional(),
  recordId: keyPart.optional(),
  entityId: keyPart.optional(),
  accessible: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
});

/**
 * Answer of `GET /api/access`. `complete` is always true: a read that did not reach the end is an error.
 * `filterIgnored` says that the service answered with rows outside the filter and the console dropped them.
 */
export const accessRowsSchema = z.object({
  value: z.array(
    z.object({ recordType: z.string(), recordId: z.string(), entityId: z.string(), accessible: z.boolean() }),
  ),
  filterIgnored: z.boolean().optional(),
  complete: z.literal(true),
});

export type AccessRows = z.infer<typeof accessRowsSchema>;

/** A change that is asked for; `expected` is the value the person saw. */
export const accessChangeSchema = accessRowSchema.extend({ expected: z.boolean().optional() });

export type AccessChange = z.infer<typeof accessChangeSchema>;

/**
 * Body of `POST /api/access`. `undoOf` is the change set whose switch of that assignment it takes back; `pressedMsAgo`
 * counts milliseconds since the person pressed, where the request is repeated: it shortens the time in which the console
 * may still send the change.
 */
export const changeAccessSchema = accessChangeSchema.extend({
  reason: writtenText(longestReason).optional(),
  undoOf: z.string().min(1).max(100).optional(),
  pressedMsAgo: z.number().int().min(0).optional(),
});

export type ChangeAccess = z.infer<typeof changeAccessSchema>;

/**
 * Answer of `POST /api/access`: `applied` was read back from the service, `already` had the value, or somebody else
 * made the same change since (then `detail` says who), `unknown` (202) is unconfirmed: the console goes on checking.
 */
export const accessOutcomeSchema = z.object({
  outcome: z.enum(['applied', 'already', unconfirmedState]),
  changeId: z.string(),
  /** Of an outcome that was written down: the number of its entry in the ledger. */
  seq: z.number().int().optional(),
  detail: z.string().optional(),
});

export type AccessOutcome = z.infer<typeof accessOutcomeSchema>;

/** HTTP status of an outcome: 202 while proof is missing. */
export function statusOfOutcome({ outcome }: AccessOutcome): 200 | 202 {
  return outcome === unconfirmedState ? 202 : 200;
}

/** A read of the matrix that is not shown. `title`: what it is, where it did not simply fail. */
export const readProblemSchema = z.object({
  code: z.string(),
  title: z.string().optional(),
  detail: z.string(),
  at: z.iso.datetime(),
});

/**
 * State of the console's mirror of the whole matrix: `GET /api/access/matrix` with `Accept: application/json`,
 * and, as JSON header, the first part of the columnar document (`application/octet-stream`).
 */
export const matrixStatusSchema = z.object({
  /** Changes whenever the content changes; opaque. */
  version: z.string(),
  /** Every entry of the ledger up to this one is contained; 0: not known. */
  ledgerSeq: z.number().int(),
  /** Whether the shown rows are the whole answer of the service. */
  complete: z.boolean(),
  /** Whether a read from the service is under way (first load or refresh). */
  loading: z.boolean(),
  /** Assignments in the document. */
  assignments: z.number().int(),
  /** Assignments that the read under way has brought so far. */
  arrived: z.number().int(),
  records: z.number().int(),
  entities: z.number().int(),
  /** When the last complete read began, so nothing shown is older; null before the first. */
  asOf: z.iso.datetime().nullable(),
  /** Why the last read is not shown, if it is not; the shown rows are then older. */
  problem: readProblemSchema.nullable(),
  /** Cells with an unconfirmed change. */
  [unconfirmedState]: z.array(cellSchema),
  /**
   * Why the shown rows are in doubt, in words: the service lists much less than before, and a second read said the same.
   * Null: they are believed.
   */
  doubt: z.string().nullable(),
  /** What was changed in the service, not by this console, and nobody has reviewed: how much (1,000: or more), and the newest cells. */
  outside: z.object({ count: z.number().int(), cells: z.array(cellSchema) }),
});

export type MatrixStatus = z.infer<typeof matrixStatusSchema>;

/** Body of `POST /api/access/matrix/accept`: the doubt as the administrator read it. */
export const acceptMatrixSchema = z.strictObject({ doubt: writtenText(2_000).min(1) });

export type AcceptMatrix = z.infer<typeof acceptMatrixSchema>;

/** Its answer: what the service lists is believed from now on. */
export const matrixAcceptedSchema = z.object({ accepted: z.literal(true) });

/** Answer of `POST /api/access/refresh` (202): the read has begun or was under way. */
export const refreshSchema = z.object({ loading: z.literal(true) });
