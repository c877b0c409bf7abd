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

/** Something that changed in the service, not by this console, between `since` and `until`. */
export const outsideChangeSchema = z.object({
  seq: z.number().int(),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Null where one read found so many that the rest was only counted. */
  cell: cellSchema.nullable(),
  /** How many cells this is about; 1 where it is named. */
  count: z.number().int(),
  /** Null: the service had, or has, no such assignment. */
  before: z.boolean().nullable(),
  after: z.boolean().nullable(),
});

export type OutsideChange = z.infer<typeof outsideChangeSchema>;

/** Answer of `GET /api/changes/outside`; `next` goes into `before` for older ones, null at the end. */
export const outsideListSchema = z.object({
  value: z.array(outsideChangeSchema),
  next: z.number().int().nullable(),
});

export type OutsideList = z.infer<typeof outsideListSchema>;
