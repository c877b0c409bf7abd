import 'server-only';
import { headers } from 'next/headers';
import { connection } from 'next/server';
import type { SignInMode } from '@/lib/contract/session';
import { theConsole } from '@/lib/server/composition';
import type { Actor } from './actor';
import { sessionTokenOf } from './cookies';
import { checkEntrance } from './entrance-header';

/**
 * The signed-in person of the page being rendered, or null. For layouts and pages; verbs get theirs from `route`.
 * @throws ConsoleError `ledger-unavailable` while sessions cannot be checked.
 */
export async function currentActor(): Promise<{ actor: Actor; signIn: SignInMode } | null> {
  const asked = await headers(); // first: a build tries to draw pages too, and ends here, before a database is opened
  const { config, mark, sessions } = await theConsole();
  checkEntrance(asked, mark);
  const token = sessionTokenOf(asked.get('cookie'), config.publicUrl);
  const session = token === null ? null : await sessions.find(token, true);
  return session && { actor: session.actor, signIn: config.signIn };
}

/** How people sign in here, and which real services a demo sign-in would open. */
export async function signInFacts(): Promise<{ signIn: SignInMode; realServices: string[] }> {
  await connection(); // as above
  const { config, connections } = await theConsole();
  return {
    signIn: config.signIn,
    realServices: connections.filter(({ reference }) => !reference).map(({ label }) => label),
  };
}
