import 'server-only';
import type { Logger } from 'pino';
import type { LedgerActor } from '@/lib/contract/changes/ledger';
import { holdsOneOf, type Role } from '@/lib/contract/session/roles';
import { anyRoleInWords } from '@/lib/domain/session/role-words';
import { ledgerActor, type Actor, type Caller, type LiveSession } from '@/lib/server/auth/actor';
import type { Console } from '@/lib/server/console';
import { ConsoleError } from '@/lib/server/console-error';
import type { Connection } from './connection';

/** One request: who asks, for which connection, and how. */
export interface RequestContext {
  actor: Actor | null;
  /** The actor's session. */
  session: LiveSession | null;
  /** Asks anew who acts: null once the session has ended, with today's roles while it has not. */
  actorNow: () => Promise<Actor | null>;
  caller: Caller;
  /** The connection that the request names. */
  connection: Connection;
  requestId: string;
  /** Header `Idempotency-Key`: the same request again is not done again. */
  idempotencyKey: string | null;
  /** Aborted when the browser no longer waits. */
  signal: AbortSignal;
  /** The request's `Accept` header, for verbs with two representations. */
  accept: string;
  /** Header `Last-Event-ID`: where a stream of events goes on; '' where it begins. */
  lastEventId: string;
  /** Writes the request's id into each line. */
  log: Logger;
}

/** What a verb may know: the request it serves, and the console's running parts. */
export interface ServiceContext {
  request: RequestContext;
  console: Console;
}

/** The same console, asked with something else in the request. */
export function contextWith(
  { request, console }: ServiceContext,
  more: Partial<RequestContext>,
): ServiceContext {
  return { request: { ...request, ...more }, console };
}

interface Call<I> {
  ctx: ServiceContext;
  input: I;
}

/** Who may do something: one of these roles, anybody signed in, or anyone at all. */
type VerbRoles = readonly Role[] | 'signed-in' | 'anyone';

interface VerbSpec<I, O> {
  roles: VerbRoles;
  run: (call: Call<I>) => Promise<O>;
}

/** One thing the console does for somebody, with who may ask for it. */
export type Verb<I, O> = ((call: Call<I>) => Promise<O>) & { readonly roles: VerbRoles };

/**
 * Makes a verb: the role is checked first, so it holds however the verb is reached.
 * @throws ConsoleError `signed-out` or `forbidden` before anything was done.
 */
export function verb<I, O>({ roles, run }: VerbSpec<I, O>): Verb<I, O> {
  const guarded = async (call: Call<I>): Promise<O> => {
    authorize(roles, call.ctx.request.actor);
    return run(call);
  };
  return Object.assign(guarded, { roles });
}

/**
 * Whether somebody may do what needs `roles`; `route` asks too, before it reads a body for nothing.
 * @throws ConsoleError `signed-out` or `forbidden`.
 */
export function authorize(roles: VerbRoles, actor: Actor | null): void {
  if (roles === 'anyone') return;
  if (!actor) {
    throw new ConsoleError('signed-out', 'You are signed out. Nothing was changed. Sign in and try again.');
  }
  if (roles !== 'signed-in' && !holdsOneOf(actor.roles, roles)) {
    throw new ConsoleError(
      'forbidden',
      `This needs the role ${anyRoleInWords(roles)}. Nothing was changed. Ask whoever manages the console's users for it.`,
    );
  }
}

/** Who acts. @throws ConsoleError `signed-out`, although a verb's roles let nobody come so far. */
export function actingPerson({ request: { actor } }: ServiceContext): Actor {
  if (!actor) throw new ConsoleError('signed-out', 'You are signed out. Nothing was changed. Sign in again.');
  return actor;
}

/** What entries of the log say of the person who acts, and of the request. @throws as `actingPerson`. */
export function actedBy(ctx: ServiceContext): { actor: LedgerActor; requestId: string } {
  return { actor: ledgerActor(actingPerson(ctx)), requestId: ctx.request.requestId };
}
