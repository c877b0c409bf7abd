import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { signInAddress } from '@/lib/domain/session/sign-in-address';
import { ConsoleAway } from '@/components/shell/console-away';
import { ConsoleShell } from '@/components/shell/console-shell';
import { currentVisitor } from '@/lib/server/auth/current-visitor';

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { actor, isKnown, hadSession, signIn } = await currentVisitor();
  const asked = await headers();
  const path = asked.get('x-console-path') ?? '/'; // proxy.ts tells which address was asked for
  if (!isKnown) return <ConsoleAway path={path} requestId={asked.get('x-request-id')} />;
  if (actor === null) redirect(signInAddress(path, hadSession ? 'ended' : null));
  return (
    <ConsoleShell personId={actor.personId} name={actor.name} held={actor.roles} signIn={signIn}>
      {children}
    </ConsoleShell>
  );
}
