import type { Metadata } from 'next';
import { returnPath } from '@/lib/domain/session/return-path';
import { SignInView } from '@/components/session/sign-in-view';
import { currentActor } from '@/lib/server/auth/current-actor';

export const metadata: Metadata = { title: 'Sign in' };

interface SignInPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next } = await searchParams;
  const signedIn = await currentActor();
  return <SignInView next={returnPath(next)} signedInAs={signedIn?.actor.name} />;
}
