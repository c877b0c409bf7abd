import { z } from 'zod';
import { connectionSummarySchema } from './session/session';

/** When the console last read all assignments and all journal lines, and when it reads each next without being asked. */
export const readsSchema = z.object({
  matrixAt: z.iso.datetime().nullable(),
  linesAt: z.iso.datetime().nullable(),
  nextAt: z.iso.datetime().nullable(),
  nextLinesAt: z.iso.datetime().nullable(),
});

export type Reads = z.infer<typeof readsSchema>;

/** What the requests so far showed of a service; null: none showed it yet. */
export const abilitiesSchema = z.object({
  /** It leaves out rows outside a filter; false: the console does. */
  filters: z.boolean().nullable(),
  /** It wants yes and no in quotation marks in a filter. */
  quotedBooleans: z.boolean().nullable(),
  /** It gives a whole list in pages, each with a link to the next; false: all lists came in one answer. */
  pages: z.boolean().nullable(),
  /** It gives one row where one is asked for (`$top=1`). */
  limits: z.boolean().nullable(),
});

export type Abilities = z.infer<typeof abilitiesSchema>;

/** What this process uses of the request budget, and what all of them may use together. */
export const budgetSchema = z.object({
  inFlight: z.number().int(),
  concurrency: z.number().int(),
  waiting: z.number().int(),
  inLastMinute: z.number().int(),
  perMinute: z.number(),
  /** Milliseconds until the pause that the service asked for (429) ends; 0: none. */
  pausedMs: z.number().int(),
});

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
        /** Its last failure since the start, also where it has answered since. */
        lastFailure: z.object({ at: z.iso.datetime(), detail: z.string() }).nullable(),
      }),
      /** Where the company is; null: not set. */
      place: z.object({
        tenant: z.string().nullable(),
        environment: z.string().nullable(),
        company: z.string(),
      }),
      abilities: abilitiesSchema,
      budget: budgetSchema,
      /** Last day on which the secret for the service works; null: no day is set. */
      secretExpires: z.iso.date().nullable(),
      reads: readsSchema,
      /** Differences of its interface from what the console expects, when it was read last; null: not since the start. */
      drift: z.number().int().nullable(),
      /** Why the names are not those of the labels file as it is now, in words; null where they are. */
      labelsProblem: z.string().nullable(),
    }),
  ),
});

export type ConnectionList = z.infer<typeof connectionListSchema>;

/** The steps of a test in their order; the first three are needed by those after them. */
export const connectionTestSteps = [
  'address',
  'certificate',
  'token',
  'metadata',
  'assignments',
  'lines',
] as const;

export type ConnectionTestStep = (typeof connectionTestSteps)[number];

/** Answer of `POST /api/connections/test`: each step with what it found. `skipped`: not needed, or a step before it failed. */
export const connectionTestSchema = z.object({
  at: z.iso.datetime(),
  steps: z.array(
    z.object({
      step: z.enum(connectionTestSteps),
      result: z.enum(['passed', 'failed', 'skipped']),
      /** How long it took; null: it was skipped. */
      ms: z.number().int().nullable(),
      detail: z.string(),
    }),
  ),
});

export type ConnectionTest = z.infer<typeof connectionTestSchema>;
