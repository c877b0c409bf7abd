import { redirect } from 'next/navigation';
import { readablePlaces } from '@/components/shell/places';
import { currentVisitor } from '@/lib/server/http/current-visitor';

export default async function StartPage() {
  const { actor, isKnown } = await currentVisitor();
  if (!isKnown) redirect('/access'); // which says so
  if (actor === null) redirect('/sign-in');
  // Somebody without a role is told so there.
  redirect(readablePlaces(actor.roles)[0]?.path ?? '/access');
}
