import { z } from 'zod';
import type { EventName } from './event-names';
import { cellSchema } from './access/access';
import { changeSetSchema } from './changes/changes';

/*
 * Server-sent events of `GET /api/events?connection=`: a name, JSON data, and for what the ledger holds its entry's
 * number as id, so that a browser that comes back with `Last-Event-ID` misses nothing.
 */

/**
 * `access`: cells whose value became known, doubtful, or was changed outside, and whether somebody reviewed what was
 * changed outside. Id: the newest ledger entry in it.
 */
export const accessEventSchema = z.object({
  connection: z.string(),
  /** Somebody marked changes made outside as reviewed; there may be no cells then. */
  reviewed: z.boolean(),
  cells: z.array(
    cellSchema.extend({
      /** Read from the service; null: it has no such assignment. Of an unconfirmed cell: the value that was sent. */
      accessible: z.boolean().nullable(),
      /** Sent without proof yet. */
      unconfirmed: z.boolean(),
      /** Changed by this console; otherwise the value was only seen, by a change that was not made. */
      applied: z.boolean(),
      /** Changed in the service, not by this console. */
      outside: z.boolean(),
      changeSetId: z.string().nullable(),
      person: z.object({ id: z.string(), name: z.string() }).nullable(),
    }),
  ),
});

export type AccessEvent = z.infer<typeof accessEventSchema>;

/** `change-set`: a set as it is now; at most four a second for each set. Has no id: the newest state is all there is. */
export const changeSetEventSchema = changeSetSchema;

/** `load`: how far the console's read of the matrix is. Has no id. */
export const loadEventSchema = z.object({
  connection: z.string(),
  version: z.string(),
  complete: z.boolean(),
  loading: z.boolean(),
  arrived: z.number().int(),
  assignments: z.number().int(),
  doubt: z.string().nullable(),
});

export type LoadEvent = z.infer<typeof loadEventSchema>;

/**
 * `hello`: the first event of a stream, with the number it begins after, which is its id. What has no id may have moved
 * on while nobody listened. With `reset`, entries are left out because they were too many, or the ledger is another
 * one: whoever listens then asks for everything anew.
 */
export const helloEventSchema = z.object({ after: z.number().int(), reset: z.boolean() });

/**
 * Query of `GET /api/events`: where to go on, for whoever cannot send the header `Last-Event-ID`. The header wins,
 * because a browser that connects again repeats the address it first asked.
 */
export const eventsQuerySchema = z.strictObject({ after: z.coerce.number().int().min(0).optional() });

export type EventsQuery = z.infer<typeof eventsQuerySchema>;

/** What each event carries, by its name. */
export const eventSchemas = {
  hello: helloEventSchema,
  access: accessEventSchema,
  'change-set': changeSetEventSchema,
  load: loadEventSchema,
} as const satisfies Record<EventName, z.ZodType>;

/** What an event of that name carries. */
export type EventOf<N extends EventName> = z.infer<(typeof eventSchemas)[N]>;
