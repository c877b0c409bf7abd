'use client';

import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { notify, toastStore } from '@/components/ui/feedback/toast-store';
import { isSignedOut } from '@/lib/client/api';
import { isLeavingSession, leaveSession } from '@/lib/client/session/leave-session';
import { pagePerson } from '@/lib/client/session/page-person';
import { sessionQuery } from '@/lib/client/session/session';
import type { Role } from '@/lib/contract/session/roles';
import type { Session } from '@/lib/contract/session/session';
import { signInAddress } from '@/lib/domain/session/return-path';

interface PageUser {
  id: string;
  name: string;
  roles: readonly Role[];
}

let isAsking = false;
let isChangeLost = false;

const secondLookMs = 500;

/** Pages of one browser tell each other their person here. */
const channelName = 'mem-console-page-person';
/** A reloaded page finds here that its person changed. */
const noteKey = 'mem-console-other-person';

/**
 * Keeps a page and its session on one person: reloads the page where another person signed in, and refreshes it where
 * roles changed. It checks when another page opens, when this one becomes visible, and with every poll.
 */
export function useSessionWatch({ id, name, roles }: PageUser): void {
  const router = useRouter();
  const client = useQueryClient();
  const { data, refetch } = useQuery({ ...sessionQuery(), refetchOnWindowFocus: 'always' });
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data: other }) => {
      if (other !== id) void refetch();
    };
    channel.postMessage(id);
    return () => channel.close();
  }, [id, refetch]);
  useEffect(() => tellOfOther(name), [name]);
  const now = data?.user;
  const held = roles.join();
  const heldNow = now?.roles.join();
  useEffect(() => {
    if (now === undefined || startAnewFor(now) || heldNow === held) return;
    router.refresh();
    // Data of the former roles may be closed to the new ones.
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    notify.success('Your roles have changed', { description: 'This page shows what they allow now.' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each difference, not for each poll
  }, [now?.id, heldNow, held, router, client]);
}

/**
 * Handles a refusal because of the sign-in: opens the sign-in page, or reads again what was refused where the same
 * person signed in again in another tab.
 * @param wasChange whether a change was refused; the page then says that it was not made.
 */
export async function lookWhoIsSignedIn(client: QueryClient, wasChange = false): Promise<void> {
  if (isLeavingSession()) return;
  isChangeLost ||= wasChange;
  if (isAsking) return;
  isAsking = true;
  try {
    await new Promise((done) => setTimeout(done, secondLookMs));
    const { user } = await client.fetchQuery({ ...sessionQuery(), staleTime: 0 });
    if (startAnewFor(user)) return;
    if (isChangeLost)
      notify.problem(
        'It was not done',
        'You were signed out at that moment. You are signed in now: repeat it if you still want it.',
      );
    // Not awaited: another refusal is handled on its own.
    void client.resetQueries({ predicate: ({ state }) => isSignedOut(state.error) });
  } catch (error) {
    if (isSignedOut(error)) goToSignIn();
    else if (isChangeLost)
      notify.problem(
        'It was not done',
        'You were signed out at that moment, and the console does not answer now. Repeat it when it does.',
      );
  } finally {
    isAsking = false;
    isChangeLost = false;
  }
}

/** Id of the shown message; 0: none. */
let reloadToast = 0;

/**
 * Offers a reload where a sign-on proxy asks for a sign-in: the browser can follow it, a page cannot. Staged changes
 * survive it.
 */
export function askForReload(wasChange: boolean): void {
  if (isLeavingSession() || (reloadToast !== 0 && !wasChange)) return;
  toastStore.dismiss(reloadToast);
  reloadToast = notify.problem(
    'Sign in again',
    `${wasChange ? 'Your last request was not carried out. ' : ''}A proxy between this page and the console asks you to sign in: your session there may have ended. Reload the page to sign in; what you staged is offered again then.`,
    { action: { label: 'Reload', onPress: () => window.location.reload() } },
  );
}

function goToSignIn(): void {
  const { pathname, search, hash } = window.location;
  if (isLeavingSession() || pathname === '/sign-in') return;
  const address = signInAddress(pathname + search + hash, 'ended');
  leaveSession(() => window.location.assign(address));
}

export function goAfterSignOut(): void {
  const address = signInAddress('/', 'left');
  leaveSession(() => window.location.assign(address));
}

/** Reloads a page that was made for another person, so that no data of theirs stays. @returns whether it does. */
function startAnewFor({ id }: Session['user']): boolean {
  const madeFor = pagePerson();
  if (madeFor === null || madeFor === id) return false;
  if (isLeavingSession()) return true;
  try {
    sessionStorage.setItem(noteKey, isChangeLost ? 'change lost' : '');
  } catch {
    // Storage is forbidden: the new page shows its person anyway.
  }
  leaveSession(() => window.location.reload());
  return true;
}

function tellOfOther(name: string): void {
  let note: string | null = null;
  try {
    note = sessionStorage.getItem(noteKey);
    sessionStorage.removeItem(noteKey);
  } catch {
    // As above.
  }
  if (note === null) return;
  notify.success(`You are now signed in as ${name}`, {
    description: `Another person signed in in this browser. This page continues as that person.${note === '' ? '' : ' Your last request was not carried out.'}`,
  });
}
