import { z } from 'zod';
import { longestReturnPath } from '../limits';
import { signInModes } from './sign-in';
import { roles } from './roles';

export const roleSchema = z.enum(roles);

/** Whether people work with the company's data, or try things out. */
export const connectionKinds = ['production', 'sandbox'] as const;

export type ConnectionKind = (typeof connectionKinds)[number];

/** One connection as the browser may know it: no address of the service, no secrets. */
export const connectionSummarySchema = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(connectionKinds),
  /** The company's local currency: its ISO 4217 code and how many decimals its amounts have; null: none is set. */
  currency: z.object({ code: z.string(), decimals: z.number().int() }).nullable(),
  /** The company in Business Central's web client, for links; null: none is set. */
  bcUrl: z.string().nullable(),
  /** True for the embedded reference service with demo data. */
  reference: z.boolean(),
});

/** Whether every change that a person asks for needs a reason: whoever runs the console says so. */
export const reasonRules = ['optional', 'required'] as const;

export type ReasonRule = (typeof reasonRules)[number];

/** `GET /api/session`: who is signed in, how, and which connections there are. */
export const sessionSchema = z.object({
  /** `id` is stable for a person, whatever the name. */
  user: z.object({ id: z.string(), name: z.string(), roles: z.array(roleSchema) }),
  signIn: z.enum(signInModes),
  connections: z.array(connectionSummarySchema),
  accessReason: z.enum(reasonRules),
  /** What the console offers whoever presents its demo; null with a real service. */
  demo: z.object({ hasHistory: z.boolean() }).nullable(),
  /** When the session ends if it is not used before, or whatever happens. */
  expiresAt: z.iso.datetime(),
  /** When it ends whatever happens. */
  endsAt: z.iso.datetime(),
});

export type Session = z.infer<typeof sessionSchema>;

/** Body of `POST /api/session/demo`. */
export const demoSignInSchema = z.strictObject({ role: roleSchema });

/** Whose sessions: one's own, or, for an administrator, everyone's. */
export const whoseSchema = z.strictObject({
  whose: z.enum(['mine', 'everyone']).default('mine'),
  /** Keeps people whose name contains it; of everyone only. */
  name: z.string().max(200).optional(),
});

/** One live session of a list. */
export const listedSessionSchema = z.object({
  id: z.string(),
  person: z.object({ id: z.string(), name: z.string(), roles: z.array(roleSchema) }),
  /** The one that asks. */
  current: z.boolean(),
  startedAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Network address of the sign-in. */
  address: z.string(),
  /** What the browser or script called itself at sign-in. */
  agent: z.string(),
});

export type ListedSession = z.infer<typeof listedSessionSchema>;

/** `GET /api/sessions`, the ones used last first; with `complete` false there are more than are listed. */
export const sessionListSchema = z.object({ value: z.array(listedSessionSchema), complete: z.boolean() });

export type SessionList = z.infer<typeof sessionListSchema>;

/** `DELETE /api/sessions`: whose; without it one's own, the one that asks included. */
export const endSessionsSchema = z.strictObject({ person: z.string().min(1).max(100).optional() });

/** Address parameter of `DELETE /api/sessions/{id}`. */
export const sessionIdSchema = z.strictObject({ sessionId: z.string().min(1).max(100) });

/** How many sessions were ended, and whether the one that asked is among them. */
export const endedSessionsSchema = z.object({ ended: z.number().int(), signedOut: z.boolean() });

export type EndedSessions = z.infer<typeof endedSessionsSchema>;

/** Query of `GET /api/session/oidc/start`. */
export const oidcStartSchema = z.strictObject({
  /** Path of the console to come back to. */
  next: z.string().max(longestReturnPath).optional(),
  /** `choose` has the provider ask which account, instead of taking the one it knows. */
  account: z.literal('choose').optional(),
});

/** Query of `GET /api/session/oidc/callback`: whatever the provider sends the browser back with. */
export const oidcReturnSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
