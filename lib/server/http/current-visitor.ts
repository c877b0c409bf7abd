import 'server-only';
import { headers } from 'next/headers';
import { cache } from 'react';
import { holdsOneOf, mayRead } from '@/lib/contract/session/roles';
import type { Session } from '@/lib/contract/session/session';
import type { SignInMode } from '@/lib/contract/session/sign-in';
import { theConsole } from '@/lib/server/composition';
import { isUnavailable } from '@/lib/server/db/or-unavailable';
import type { Actor } from '@/lib/server/auth/actor';
import { sessionTokenOf } from '@/lib/server/auth/cookies';
import { describeSession } from '@/lib/server/services/session/read-session';

/** Whoever looks at the page being drawn. */
interface Visitor {
  /** The signed-in person, or null. */
  actor: Actor | null;
  /** Their session as `GET /api/session` tells it, or null. */
  session: Session | null;
  /** False while the database is away: then nobody can tell whether they are signed in. */
  isKnown: boolean;
  /** Their browser has the cookie of a session that is over; a sign-out takes the cookie away. */
  hadSession: boolean;
  /** How people sign in here. */
  signIn: SignInMode;
  /** Key of the connection that an address without one means. */
  firstConnection: string;
  /** Labels of the real services that a demo sign-in opens. */
  realServices: string[];
  /** What the log has lost, as found at the start; sentences for whoever may read it, else none. */
  losses: readonly string[];
  /** The same of losses that the log records itself. */
  recordedLosses: readonly string[];
}

/**
 * Who looks at the page being drawn, and how people sign in, looked up once a page. For layouts and pages; verbs get
 * theirs from `route` and `pageRead`.
 * @throws ConsoleError `internal` for a request that did not come through the entrance.
 */
export const currentVisitor = cache(findVisitor);

async function findVisitor(): Promise<Visitor> {
  const asked = await headers(); // first: a build tries to draw pages too, and ends here, before a database is opened
  const { checkpoints, config, connections, demo, entrance, sessions } = await theConsole();
  entrance.check(asked);
  const token = sessionTokenOf(asked.get('cookie'), config.publicUrl);
  const found = token === null ? null : await sessions.findForReading(token, true).catch(unknownWhileAway);
  const live = found === 'unknown' ? null : found;
  const actor = live?.actor ?? null;
  const seesLog = actor !== null && holdsOneOf(actor.roles, mayRead.changes);
  return {
    actor,
    session: live && describeSession({ config, connections, demo }, live),
    isKnown: found !== 'unknown',
    hadSession: token !== null && found === null,
    signIn: config.signIn,
    firstConnection: connections[0]?.key ?? '',
    realServices: connections.filter(({ reference }) => !reference).map(({ label }) => label),
    losses: seesLog ? checkpoints.folder.losses : [],
    recordedLosses: seesLog ? checkpoints.folder.recordedLosses : [],
  };
}

function unknownWhileAway(error: unknown): 'unknown' {
  if (isUnavailable(error)) return 'unknown';
  throw error;
}
