import { z } from 'zod';
import { connectionSummarySchema } from './session/session';

/** Answer of `GET /api/connections`: each configured company of a service, and how its service answers. No secrets. */
export const connectionListSchema = z.object({
  value: z.array(
    connectionSummarySchema.extend({
      health: z.object({
        /** The last answer is newer than the last failure. */
        isUp: z.boolean(),
        /** When the service last answered, and how long that took; null: it was not asked yet. */
        lastAnswerAt: z.iso.datetime().nullable(),
        lastAnswerMs: z.number().int().nullable(),
        /** Why it last failed, in words; null while it is up. */
        problem: z.string().nullable(),
      }),
    }),
  ),
});

export type ConnectionList = z.infer<typeof connectionListSchema>;
