'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { notify } from '@/components/ui/feedback/toast-store';
import { ApiError, isSignedOut } from '@/lib/client/api';
import { pagePersonMeta } from '@/lib/client/session/page-person';
import { signOut, takeSession } from '@/lib/client/session/session';
import { SigningOutContext } from '@/lib/client/session/signing-out';
import type { Session } from '@/lib/contract/session/session';
import { IdleWarning } from './idle-warning';
import { goAfterSignOut, useSessionWatch } from './who-is-signed-in';

interface SignedInProps {
  session: Session;
  /** When the session was told (ISO 8601, by the console's clock). */
  date: string;
  children: ReactNode;
}

/**
 * Surrounds every page of somebody signed in: says whom the page was made for, watches that the session stays theirs,
 * warns before it ends, and signs out.
 */
export function SignedIn({ session, date, children }: SignedInProps) {
  const client = useQueryClient();
  useState(() => takeSession(client, session, date)); // before anybody below asks for it
  useSessionWatch(session.user);
  const [isSigningOut, setSigningOut] = useState(false);
  const signing = useMemo(() => {
    /** Goes to the sign-in page; a failure is told, and they are signed in still. */
    const leave = async () => {
      setSigningOut(true);
      try {
        await signOut();
        goAfterSignOut();
      } catch (error) {
        setSigningOut(false);
        if (isSignedOut(error)) return; // somebody else is signed in: the page is made anew
        notify.problem(
          'You are still signed in',
          error instanceof ApiError && !error.unreachable
            ? error.problem.detail
            : 'The console could not be reached. Check the network and sign out again.',
        );
      }
    };
    return { isSigningOut, signOut: () => void leave() };
  }, [isSigningOut]);
  return (
    <SigningOutContext value={signing}>
      <meta name={pagePersonMeta} content={session.user.id} />
      <IdleWarning />
      {children}
    </SigningOutContext>
  );
}
