import { z } from 'zod';
import { connectionSummarySchema } from './session/session';

/** When the console last read all assignments and all journal lines, and when it reads them next without being asked. */
export const readsSchema = z.object({
  matrixAt: z.iso.datetime().nullable(),
  linesAt: z.iso.datetime().nullable(),
  nextAt: z.iso.datetime().nullable(),
});

export type Reads = z.infer<typeof readsSchema>;

/** Answer of `GET /api/connections`: each configured company of a service, how its service answers and what differs. No secrets. */
export const connectionListSchema = z.object({
  value: z.array(
    connectionSummarySchema.extend({
      health: z.object({
        /** It has answered, and the last answer is newer than the last failure. */
        isUp: z.boolean(),
        /** When the service last answered, and how long that took; null: it was not asked yet. */
        lastAnswerAt: z.iso.datetime().nullable(),
        lastAnswerMs: z.number().int().nullable(),
        /** Why it last failed, in words; null while it is up, or was not reached yet. */
        problem: z.string().nullable(),
      }),
      reads: readsSchema,
      /** Differences of its interface from what the console expects, when it was read last; null: not since the start. */
      drift: z.number().int().nullable(),
      /** Why the names are not those of the labels file as it is now, in words; null where they are. */
      labelsProblem: z.string().nullable(),
    }),
  ),
});

export type ConnectionList = z.infer<typeof connectionListSchema>;
