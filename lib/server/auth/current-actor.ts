import 'server-only';
import { headers } from 'next/headers';
import { theConsole } from '@/lib/server/composition';
import type { Actor } from './actor';
import { sessionIdOf } from './session-cookie';

/** The signed-in person of the page being rendered, or null. For layouts and pages; verbs get theirs from `route`. */
export async function currentActor(): Promise<{ actor: Actor; signIn: 'demo' | 'oidc' } | null> {
  const { config, sessions } = await theConsole();
  const sessionId = sessionIdOf((await headers()).get('cookie'), config.publicUrl);
  const session = sessionId === null ? null : sessions.find(sessionId);
  return session && { actor: session.actor, signIn: config.signIn };
}
