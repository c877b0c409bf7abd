import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { signInAddress } from '@/lib/domain/session/return-path';
import { RunningBadge, RunningSets } from '@/components/changes/running/running-sets';
import { DemoChip, DemoFrame } from '@/components/demo/demo-frame';
import { Refused } from '@/components/session/refused';
import { SignedIn } from '@/components/session/signed-in';
import { Brand } from '@/components/shell/brand';
import { ConsoleAway } from '@/components/shell/console-away';
import { ConsoleShell } from '@/components/shell/console-shell';
import { DemoWarning } from '@/components/shell/demo-warning';
import { LogLosses } from '@/components/shell/log-losses';
import { holdsOneOf, mayChangeAccess, mayRead } from '@/lib/contract/session/roles';
import { currentVisitor } from '@/lib/server/http/current-visitor';

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { actor, session, isKnown, hadSession, signIn, losses, recordedLosses, firstConnection, version } =
    await currentVisitor();
  const asked = await headers();
  const path = asked.get('x-console-path') ?? '/'; // proxy.ts tells which address was asked for
  if (!isKnown) return <ConsoleAway path={path} requestId={asked.get('x-request-id')} />;
  if (actor === null || session === null) redirect(signInAddress(path, hadSession ? 'ended' : null));
  const seesChanges = holdsOneOf(actor.roles, mayRead.changes);
  return (
    <SignedIn session={session} date={new Date().toISOString()}>
      <ConsoleShell
        name={actor.name}
        held={actor.roles}
        brand={<Brand />}
        notices={
          <>
            <noscript>
              <p className="border-b border-warning bg-warning-soft px-4 py-1 text-sm">
                This browser runs no scripts: what is here can be read, but not changed, filtered or opened.
              </p>
            </noscript>
            {signIn === 'demo' && <DemoWarning />}
            {[...losses, ...recordedLosses].length > 0 && (
              <LogLosses {...{ losses, recordedLosses }} canMend={holdsOneOf(actor.roles, mayChangeAccess)} />
            )}
          </>
        }
        firstConnection={firstConnection}
        version={version}
        refused={<Refused name={actor.name} signIn={signIn} held={actor.roles} />}
        running={seesChanges && <RunningSets />}
        runningBadge={seesChanges && <RunningBadge />}
        demoChip={
          signIn === 'demo' &&
          session.connections.every(({ reference }) => reference) && (
            <DemoChip mayPresent={session.demo !== null && holdsOneOf(actor.roles, mayChangeAccess)} />
          )
        }
      >
        {children}
      </ConsoleShell>
      {session.demo && <DemoFrame />}
    </SignedIn>
  );
}
