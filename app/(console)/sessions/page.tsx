import type { Metadata } from 'next';
import { SessionsView } from '@/components/session/sessions-view';
import { currentVisitor } from '@/lib/server/http/current-visitor';

export const metadata: Metadata = { title: 'Sessions' };

export default async function SessionsPage() {
  const { actor, signIn } = await currentVisitor();
  // Where the session has just ended, what the view asks is refused, and that leads to the sign-in page.
  return <SessionsView held={actor?.roles ?? []} signIn={signIn} />;
}
