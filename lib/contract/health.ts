import { z } from 'zod';

/** `GET /api/health`. */
export const healthSchema = z.object({ status: z.literal('ok') });

/** `GET /api/health/ready`: each part and whether it is up. */
export const readinessSchema = z.object({
  status: z.enum(['ready', 'degraded']),
  parts: z.array(z.object({ name: z.string(), up: z.boolean(), detail: z.string().optional() })),
});
