import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { signInPath } from '@/lib/domain/session/return-path';
import { ConsoleShell } from '@/components/shell/console-shell';
import { currentActor } from '@/lib/server/auth/current-actor';

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const signedIn = await currentActor();
  // proxy.ts tells which address was asked for.
  if (signedIn === null) redirect(signInPath((await headers()).get('x-console-path') ?? '/'));
  const { actor, signIn } = signedIn;
  return (
    <ConsoleShell name={actor.name} held={actor.roles} signIn={signIn}>
      {children}
    </ConsoleShell>
  );
}
