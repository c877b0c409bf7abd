import { redirect } from 'next/navigation';
import { readablePlaces } from '@/components/shell/places';
import { currentActor } from '@/lib/server/auth/current-actor';

export default async function StartPage() {
  const signedIn = await currentActor();
  if (signedIn === null) redirect('/sign-in');
  // Somebody without a role is told so there.
  redirect(readablePlaces(signedIn.actor.roles)[0]?.path ?? '/access');
}
