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
import { versionInWords } from '@/lib/server/version';
import { describeSession } from '@/lib/server/services/session/read-session';

interface Visitor {
  actor: Actor | null;
  session: Session | null;
  /** False while the database is away: the console then cannot tell. */
  isKnown: boolean;
  /** The browser has the cookie of an ended session; a sign-out removes it. */
  hadSession: boolean;
  signIn: SignInMode;
  firstConnection: string;
  /** Labels of the real services behind a demo sign-in. */
  realServices: string[];
  /** Losses of the log found at the start; empty for people who may not read it. */
  losses: readonly string[];
  /** Losses that the log itself records. */
  recordedLosses: readonly string[];
  /** The console's version, as people read it. */
  version: string;
}

/** The visitor of a layout or page. @throws ConsoleError `internal` when the request bypassed the server. */
export const currentVisitor = cache(findVisitor);

async function findVisitor(): Promise<Visitor> {
  const asked = await headers(); // first: it ends a build's attempt to draw pages before a database opens
  const { checkpoints, config, connections, demo, gate, sessions } = await theConsole();
  gate.check(asked);
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
    version: versionInWords,
  };
}

function unknownWhileAway(error: unknown): 'unknown' {
  if (isUnavailable(error)) return 'unknown';
  throw error;
}
