import type { Metadata } from 'next';
import { DemoShares } from '@/components/overview/demo-shares';
import { SharePattern } from '@/components/overview/share-pattern';
import { returnPath } from '@/lib/domain/session/return-path';
import { failureTold } from '@/components/session/sign-in-notices';
import { SignInView } from '@/components/session/sign-in-view';
import { currentVisitor } from '@/lib/server/http/current-visitor';
import { demoAtSignIn } from '@/lib/server/http/demo-at-sign-in';

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
  const { people, shares } = await demoAtSignIn();
  return (
    <SignInView
      signIn={signIn}
      realServices={realServices}
      next={returnPath(next)}
      signedInAs={actor?.name}
      reason={reason}
      people={people}
      picture={
        shares
          ? { content: <DemoShares summary={shares} />, isTelling: true }
          : { content: <SharePattern />, isTelling: false }
      }
    />
  );
}
