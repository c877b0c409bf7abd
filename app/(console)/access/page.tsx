import type { Metadata } from 'next';
import { AccessView } from '@/components/access/access-view';
import { holdsOneOf, mayChangeAccess } from '@/lib/contract/roles';
import { currentActor } from '@/lib/server/auth/current-actor';

export const metadata: Metadata = { title: 'Access' };

export default async function AccessPage() {
  const signedIn = await currentActor().catch(() => null); // the layout tells the failure
  return <AccessView mayChange={signedIn !== null && holdsOneOf(signedIn.actor.roles, mayChangeAccess)} />;
}
