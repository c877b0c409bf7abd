import { z } from 'zod';
import { cellSchema } from './access';
import { soughtText } from '../changes/changes';

/** Query of `GET /api/changes/outside`: newest first, all filters optional and joined by and. */
export const outsideQuerySchema = z.strictObject({
  recordType: soughtText.optional(),
  recordId: soughtText.optional(),
  entityId: soughtText.optional(),
  /** Noticed at or after `from` and before `to`. */
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** Entries older than this one. */
  before: z.coerce.number().int().min(1).optional(),
});

export type OutsideQuery = z.infer<typeof outsideQuerySchema>;

const listed = z.object({ records: z.number().int(), assignments: z.number().int() });

/** Who took a list that is so much shorter for the truth, and why it had been in doubt. */
export const acceptedListSchema = z.object({
  by: z.string(),
  detail: z.string(),
  /** What the service listed before, null where that was not known, and what was accepted. */
  before: listed.nullable(),
  now: listed,
});

export type AcceptedList = z.infer<typeof acceptedListSchema>;

/** Something that changed in the service, not by this console, between `since` and `until`. */
export const outsideChangeSchema = z.object({
  seq: z.number().int(),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Null where one read found so many that the rest was only counted, and of an acceptance. */
  cell: cellSchema.nullable(),
  /** How many cells this is about; 1 where it is named, 0 where a shorter list was accepted. */
  count: z.number().int(),
  /** Null: the service had, or has, no such assignment. */
  before: z.boolean().nullable(),
  after: z.boolean().nullable(),
  /** Only of an acceptance, which was at `since` and `until`. */
  accepted: acceptedListSchema.optional(),
});

export type OutsideChange = z.infer<typeof outsideChangeSchema>;

/** How far people have reviewed what was changed outside; filters play no part. */
export const outsideReviewSchema = z.object({
  /** Assignments that nobody has reviewed, 1,000 for so many or more; and the newest entry about them, 0 for none. */
  waiting: z.number().int(),
  newest: z.number().int(),
  /** Entries after this one wait: the last that was reviewed, or that a version wrote which asked nobody to. */
  after: z.number().int(),
  /** Who looked last, when, and up to which entry; null: nobody has. */
  reviewed: z.object({ last: z.number().int(), at: z.iso.datetime(), by: z.string() }).nullable(),
});

export type OutsideReview = z.infer<typeof outsideReviewSchema>;

/** Body of `POST /api/changes/outside/review`: the newest entry that whoever looked has seen. */
export const reviewOutsideSchema = z.strictObject({ last: z.number().int().min(1) });

export type ReviewOutside = z.infer<typeof reviewOutsideSchema>;

/** Answer of `GET /api/changes/outside`; `next` goes into `before` for older ones, null at the end. */
export const outsideListSchema = z.object({
  review: outsideReviewSchema,
  value: z.array(outsideChangeSchema),
  next: z.number().int().nullable(),
});

export type OutsideList = z.infer<typeof outsideListSchema>;
