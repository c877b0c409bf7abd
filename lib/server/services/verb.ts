import 'server-only';
import type { Logger } from 'pino';
import type { LedgerActor } from '@/lib/contract/changes/ledger';
import { holdsOneOf, type Role } from '@/lib/contract/session/roles';
import { anyRoleInWords } from '@/lib/domain/session/role-words';
import { ledgerActor, type Actor, type Caller, type LiveSession } from '@/lib/server/auth/actor';
import type { Console } from '@/lib/server/console';
import { ConsoleError } from '@/lib/server/console-error';
import type { Connection } from './connection';

export interface RequestContext {
  actor: Actor | null;
  session: LiveSession | null;
  /** The actor with today's roles; null once the session has ended. */
  actorNow: () => Promise<Actor | null>;
  caller: Caller;
  connection: Connection;
  requestId: string;
  /** Header `Idempotency-Key`: a repeated key is not executed again. */
  idempotencyKey: string | null;
  /** Aborted when the browser leaves. */
  signal: AbortSignal;
  /** Header `Accept`, for verbs with two representations. */
  accept: string;
  /** Header `Last-Event-ID`: where an event stream continues; '' at its beginning. */
  lastEventId: string;
  log: Logger;
}

export interface ServiceContext {
  request: RequestContext;
  console: Console;
}

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

type VerbRoles = readonly Role[] | 'signed-in' | 'anyone';

interface VerbSpec<I, O> {
  roles: VerbRoles;
  run: (call: Call<I>) => Promise<O>;
}

export type Verb<I, O> = ((call: Call<I>) => Promise<O>) & { readonly roles: VerbRoles };

/** Makes a verb, which checks the role first. @throws ConsoleError `signed-out` or `forbidden` before it runs. */
export function verb<I, O>({ roles, run }: VerbSpec<I, O>): Verb<I, O> {
  const guarded = async (call: Call<I>): Promise<O> => {
    authorize(roles, call.ctx.request.actor);
    return run(call);
  };
  return Object.assign(guarded, { roles });
}

/** `route` calls it too, before it reads a body. @throws ConsoleError `signed-out` or `forbidden`. */
export function authorize(roles: VerbRoles, actor: Actor | null): void {
  if (roles === 'anyone') return;
  if (!actor) {
    throw new ConsoleError('signed-out', 'You are signed out. Nothing was changed. Sign in and try again.');
  }
  if (roles !== 'signed-in' && !holdsOneOf(actor.roles, roles)) {
    throw new ConsoleError(
      'forbidden',
      `This needs the role ${anyRoleInWords(roles)}. Nothing was changed. Ask the person who manages the console's users for it.`,
    );
  }
}

/** @throws ConsoleError `signed-out`. */
export function actingPerson({ request: { actor } }: ServiceContext): Actor {
  if (!actor) throw new ConsoleError('signed-out', 'You are signed out. Nothing was changed. Sign in again.');
  return actor;
}

/** The actor and request of a ledger entry. @throws as `actingPerson`. */
export function actedBy(ctx: ServiceContext): { actor: LedgerActor; requestId: string } {
  return { actor: ledgerActor(actingPerson(ctx)), requestId: ctx.request.requestId };
}
