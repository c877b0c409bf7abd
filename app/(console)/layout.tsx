import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { signInAddress } from '@/lib/domain/session/sign-in-address';
import { ConsoleAway } from '@/components/shell/console-away';
import { ConsoleShell } from '@/components/shell/console-shell';
import { currentActor } from '@/lib/server/auth/current-actor';

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const signedIn = await currentActor().catch(() => 'unknown' as const); // its one failure: sessions cannot be checked
  const asked = await headers();
  const path = asked.get('x-console-path') ?? '/'; // proxy.ts tells which address was asked for
  if (signedIn === 'unknown') return <ConsoleAway path={path} requestId={asked.get('x-request-id')} />;
  if (signedIn === null) {
    // A sign-out takes the cookie away: whoever still has one had a session that ended by itself or by others.
    const had = (await cookies()).getAll().some(({ name }) => name.endsWith('mem-session'));
    redirect(signInAddress(path, had ? 'ended' : null));
  }
  const { actor, signIn } = signedIn;
  return (
    <ConsoleShell personId={actor.personId} name={actor.name} held={actor.roles} signIn={signIn}>
      {children}
    </ConsoleShell>
  );
}
