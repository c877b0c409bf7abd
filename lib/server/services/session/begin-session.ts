import 'server-only';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import { sessionCookie } from '@/lib/server/auth/cookies';
import { personOf } from '@/lib/server/ledger/reading';
import { ledgerActor, type LiveSession } from '@/lib/server/auth/actor';
import type { Identity } from '@/lib/server/auth/person-store';
import type { EndedSession, StartedSession } from '@/lib/server/auth/session-store';
import type { ServiceContext } from '@/lib/server/services/verb';

/** Also ends the browser's earlier session. @returns a `Set-Cookie` header. @throws ConsoleError `ledger-unavailable`. */
export async function beginSession(
  ctx: ServiceContext,
  identity: Identity,
): Promise<{ session: LiveSession; cookie: string }> {
  const { caller, log } = ctx.request;
  const { sessions, ledger, config } = ctx.console;
  const { token, session } = await ledger.record(async (transaction) => {
    const started = await sessions.start(identity, caller, transaction);
    const replaced =
      caller.sessionToken === null ? null : await sessions.endByToken(caller.sessionToken, transaction);
    return { facts: factsOf(ctx, started, replaced), result: started };
  });
  const { personId, sessionId, roles } = session.actor;
  log.info({ personId, sessionId, roles }, 'Somebody signed in.');
  return { session, cookie: sessionCookie(config.publicUrl, token) };
}

function factsOf(
  { request: { caller, requestId }, console: { config } }: ServiceContext,
  { session, rolesBefore, crowdedOut }: StartedSession,
  replaced: EndedSession | null,
): LedgerFacts[] {
  const actor = ledgerActor(session.actor);
  const by = { actor, requestId };
  const person = personOf(actor);
  const facts: LedgerFacts[] = [
    { kind: 'session.started', ...by, session: actor.session, address: caller.address, way: config.signIn },
  ];
  const before = rolesBefore ?? [];
  const isSame = before.length === actor.roles.length && actor.roles.every((role) => before.includes(role));
  if (rolesBefore === null || !isSame)
    facts.push({ kind: 'person.roles', ...by, person, before, after: actor.roles });
  const ended = (whose: string, sessions: string[]): LedgerFacts => ({
    kind: 'session.ended',
    ...by,
    person: whose,
    sessions,
    how: 'replaced',
  });
  if (replaced) facts.push(ended(replaced.personId, [replaced.sessionId]));
  if (crowdedOut.length > 0) facts.push(ended(actor.id, crowdedOut));
  return facts;
}
