'use client';

import { useMemo, useState, type ReactNode } from 'react';
import { notify } from '@/components/ui/feedback/toast';
import { ApiError, isSignedOut } from '@/lib/client/api';
import { pagePersonMeta } from '@/lib/client/page-person';
import { signOut, SigningOutContext } from '@/lib/client/session';
import type { Role } from '@/lib/contract/roles';
import { IdleWarning } from './idle-warning';
import { goAfterSignOut, useSessionWatch } from './who-is-signed-in';

interface SignedInProps {
  personId: string;
  name: string;
  held: readonly Role[];
  children: ReactNode;
}

/**
 * Surrounds every page of somebody signed in: says whom the page was made for, watches that the session stays theirs,
 * warns before it ends, and signs out.
 */
export function SignedIn({ personId, name, held, children }: SignedInProps) {
  useSessionWatch({ id: personId, name, roles: held });
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
      <meta name={pagePersonMeta} content={personId} />
      <IdleWarning />
      {children}
    </SigningOutContext>
  );
}
