import type { Metadata } from 'next';
import { returnPath } from '@/lib/domain/session/return-path';
import { failureTold } from '@/components/session/failure-words';
import { SignInView } from '@/components/session/sign-in-view';
import { currentActor, signInFacts } from '@/lib/server/auth/current-actor';

export const metadata: Metadata = { title: 'Sign in' };

interface SignInPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, failed, requestId, ended, left } = await searchParams;
  const [signedIn, facts] = await Promise.all([
    currentActor().catch(() => null), // while sessions cannot be checked, signing in says so
    signInFacts(),
  ]);
  const isOut = signedIn === null;
  const reason = {
    failed: failureTold(failed, requestId),
    ended: isOut && ended === '1',
    left: isOut && left === '1',
    isSignedIn: !isOut,
  };
  return <SignInView {...facts} next={returnPath(next)} signedInAs={signedIn?.actor.name} reason={reason} />;
}
