import { z } from 'zod';
import { readsSchema } from './connections';

/** `GET /api/health`; `commit` is null for a build without git. */
export const healthSchema = z.object({
  status: z.literal('ok'),
  version: z.string(),
  commit: z.string().nullable(),
});

/** Query of `GET /api/health/ready`: with `for=changes` it fails while changes are refused. */
export const readinessQuerySchema = z.strictObject({ for: z.literal('changes').optional() });

export type ReadinessQuery = z.infer<typeof readinessQuerySchema>;

/** `GET /api/health/ready`: each part and whether it is up, and whether changes are taken; `cause` says why they are not. */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'degraded']),
  changes: z.enum(['accepted', 'refused']),
  cause: z.string().optional(),
  parts: z.array(
    z.object({
      name: z.string(),
      up: z.boolean(),
      detail: z.string().optional(),
      /** Of a connection. */
      reads: readsSchema.optional(),
    }),
  ),
});
