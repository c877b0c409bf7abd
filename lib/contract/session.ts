import { z } from 'zod';
import { roleSchema } from './roles';

/** One connection as the browser may know it: no address parts, no secrets. */
export const connectionSummarySchema = z.object({
  key: z.string(),
  label: z.string(),
  /** True for the embedded reference service with demo data. */
  reference: z.boolean(),
});

/** `GET /api/session`: who is signed in, how, and which connections there are. */
export const sessionSchema = z.object({
  user: z.object({ name: z.string(), roles: z.array(roleSchema) }),
  signIn: z.enum(['demo', 'oidc']),
  connections: z.array(connectionSummarySchema),
  expiresAt: z.iso.datetime(),
});

export type Session = z.infer<typeof sessionSchema>;

/** Body of `POST /api/session/demo`. */
export const demoSignInSchema = z.strictObject({ role: roleSchema });
