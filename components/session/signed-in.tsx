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
  /** ISO 8601, by the console's clock. */
  date: string;
  children: ReactNode;
}

/**
 * Surrounds every signed-in page: names the page's person, watches the session, warns before its end, and signs out.
 */
export function SignedIn({ session, date, children }: SignedInProps) {
  const client = useQueryClient();
  useState(() => takeSession(client, session, date)); // before children read it
  useSessionWatch(session.user);
  const [isSigningOut, setSigningOut] = useState(false);
  const signing = useMemo(() => {
    const leave = async () => {
      setSigningOut(true);
      try {
        await signOut();
        goAfterSignOut();
      } catch (error) {
        setSigningOut(false);
        if (isSignedOut(error)) return; // another person is signed in: the page reloads
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
