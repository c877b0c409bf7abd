import { redirect } from 'next/navigation';
import { readablePlaces } from '@/components/shell/places';
import { currentActor } from '@/lib/server/auth/current-actor';

export default async function StartPage() {
  const signedIn = await currentActor().catch(() => 'unknown' as const); // its one failure: sessions cannot be checked
  if (signedIn === 'unknown') redirect('/access'); // which says so
  if (signedIn === null) redirect('/sign-in');
  // Somebody without a role is told so there.
  redirect(readablePlaces(signedIn.actor.roles)[0]?.path ?? '/access');
}
