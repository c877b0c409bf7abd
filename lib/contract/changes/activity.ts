import { z } from 'zod';

/** How many days are told of, today included. */
export const activityDays = 14;

/** Query of `GET /api/changes/activity`. */
export const activityQuerySchema = z.strictObject({
  /** IANA name of the zone in which days begin and end. */
  timeZone: z.string().max(60).refine(isTimeZone, { error: 'No time zone has this name.' }).default('UTC'),
});

export type ActivityQuery = z.infer<typeof activityQuerySchema>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Answer of `GET /api/changes/activity`. */
export const activitySchema = z.object({
  /** One for each of the last 14 days, the oldest first; assignments of the change sets stored on that day. */
  days: z.array(
    z.object({
      /** `YYYY-MM-DD`. */
      day: z.string(),
      given: z.number().int(),
      removed: z.number().int(),
      /** The service did not take them. */
      refused: z.number().int(),
      /** Changed in the service, not by this console; noticed on that day. */
      outside: z.number().int(),
      /**
       * By how much access grew with what was given and removed, here and outside, as far as the log says. Null: not known,
       * for a shorter list was accepted, or more changed outside than is listed one by one.
       */
      growth: z.number().int().nullable(),
    }),
  ),
  /** Assignments changed outside and noticed in the last 24 hours; and all nobody has reviewed, however old, up to 1,000. */
  outside: z.object({ day: z.number().int(), waiting: z.number().int() }),
  /** Change sets of these days with refused assignments, and all with unconfirmed ones; and their assignments. */
  refused: z.object({ sets: z.number().int(), assignments: z.number().int() }),
  unconfirmed: z.object({ sets: z.number().int(), assignments: z.number().int() }),
  log: z.object({
    entries: z.number().int(),
    /** The newest entry that a checkpoint vouches for; 0: none does yet. */
    signedTo: z.number().int(),
    /** How the last verification since the console started ended; null: nobody has asked for one. */
    verified: z
      .object({ at: z.iso.datetime(), verdict: z.enum(['intact', 'gap', 'broken']), head: z.number().int() })
      .nullable(),
  }),
});

export type Activity = z.infer<typeof activitySchema>;
