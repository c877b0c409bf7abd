import type { Metadata } from 'next';
import { returnPath } from '@/lib/domain/session/return-path';
import { failureTold } from '@/components/session/sign-in-notices';
import { SignInView } from '@/components/session/sign-in-view';
import { currentVisitor } from '@/lib/server/http/current-visitor';

export const metadata: Metadata = { title: 'Sign in' };

interface SignInPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, failed, requestId, ended, left } = await searchParams;
  const { actor, signIn, realServices } = await currentVisitor();
  const isOut = actor === null; // or not known: signing in then says so
  const reason = {
    failed: failureTold(failed, requestId),
    ended: isOut && ended === '1',
    left: isOut && left === '1',
    isSignedIn: !isOut,
  };
  return (
    <SignInView
      signIn={signIn}
      realServices={realServices}
      next={returnPath(next)}
      signedInAs={actor?.name}
      reason={reason}
    />
  );
}
