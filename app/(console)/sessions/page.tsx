import type { Metadata } from 'next';
import { SessionsView } from '@/components/session/sessions-view';
import { currentActor } from '@/lib/server/auth/current-actor';

export const metadata: Metadata = { title: 'Sessions' };

export default async function SessionsPage() {
  const signedIn = await currentActor().catch(() => null); // the layout tells the failure
  // Where the session has just ended, what the view asks is refused, and that leads to the sign-in page.
  return <SessionsView held={signedIn?.actor.roles ?? []} signIn={signedIn?.signIn ?? 'oidc'} />;
}
