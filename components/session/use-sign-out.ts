import { useState } from 'react';
import { notify } from '@/components/ui/toast';
import { ApiError } from '@/lib/client/api';
import { signOut } from '@/lib/client/session';
import { goAfterSignOut } from './leave';

/** Signs the person out and goes to the sign-in page; a failure is told, and they are signed in still. */
export function useSignOut(): { isLeaving: boolean; leave: () => void } {
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      await signOut();
      goAfterSignOut();
    } catch (error) {
      setLeaving(false);
      notify.problem(
        'You are still signed in',
        error instanceof ApiError && !error.unreachable
          ? error.problem.detail
          : 'The console could not be reached. Check the network and sign out again.',
      );
    }
  };
  return { isLeaving, leave: () => void leave() };
}
