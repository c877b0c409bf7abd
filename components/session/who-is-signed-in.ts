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

/** A person as a page was drawn for them. */
interface PageUser {
  id: string;
  name: string;
  roles: readonly Role[];
}

/** True while it is being asked whether somebody is signed in after all. */
let isAsking = false;
/** True when something was asked for meanwhile that was not done. */
let isChangeLost = false;

const secondLookMs = 500;

/** Where the pages of one browser tell each other whom they were made for. */
const channelName = 'mem-console-page-person';
/** Where a page that is made anew for another person leaves word of that for the new one. */
const noteKey = 'mem-console-other-person';

/**
 * Keeps a signed-in page and the session about one person: where somebody else has signed in in this browser, the page
 * is made anew for them; where roles have changed, it is drawn anew. It looks when a page of another person is opened,
 * when the page comes back into view, and with every poll.
 * @param user whom the page was drawn for.
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
    // What the roles of before showed may be closed to the ones of now.
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    notify.success('Your roles have changed', { description: 'This page shows what they allow now.' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each difference, not for each poll
  }, [now?.id, heldNow, held, router, client]);
}

/**
 * For a refusal because nobody is signed in, or another person than the page was made for: asks who is, and goes to the
 * sign-in page where nobody is. A sign-in in another tab ends the session before this browser holds the next one; where
 * that is the same person's, the page stays, and asks anew what was refused.
 * @param wasChange what was refused was to change something: where the page stays, it says that it was not done.
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
        'Nobody was signed in at that moment. You are signed in now: ask for it again if you still want it.',
      );
    // Not waited for: it may be refused again, which is then looked into anew.
    void client.resetQueries({ predicate: ({ state }) => isSignedOut(state.error) });
  } catch (error) {
    if (isSignedOut(error)) goToSignIn();
    else if (isChangeLost)
      notify.problem(
        'It was not done',
        'Nobody was signed in at that moment, and the console does not answer now. Ask for it again when it does.',
      );
  } finally {
    isAsking = false;
    isChangeLost = false;
  }
}

/** The message that asks for a reload; 0: none was said. */
let reloadToast = 0;

/**
 * Offers a reload where a sign-on proxy, not the console, wants a sign-in: a page cannot follow it there, the browser can.
 * What is staged is kept over it.
 */
export function askForReload(wasChange: boolean): void {
  if (isLeavingSession() || (reloadToast !== 0 && !wasChange)) return;
  toastStore.dismiss(reloadToast);
  reloadToast = notify.problem(
    'Sign in again',
    `${wasChange ? 'What you asked for last was not done. ' : ''}Something between this page and the console asks you to sign in: your session there may have ended. Reload the page to sign in; what you staged is offered again then.`,
    { action: { label: 'Reload', onPress: () => window.location.reload() } },
  );
}

/** Goes to the sign-in page because the session has ended; it says so, and leads back to where the person is now. */
function goToSignIn(): void {
  const { pathname, search, hash } = window.location;
  if (isLeavingSession() || pathname === '/sign-in') return;
  const address = signInAddress(pathname + search + hash, 'ended');
  leaveSession(() => window.location.assign(address));
}

/** Goes to the sign-in page after the person has signed out. */
export function goAfterSignOut(): void {
  const address = signInAddress('/', 'left');
  leaveSession(() => window.location.assign(address));
}

/**
 * Loads the page anew where it was made for another person than is signed in: nothing of theirs stays on the screen or
 * in memory. @returns whether that is so.
 */
function startAnewFor({ id }: Session['user']): boolean {
  const madeFor = pagePerson();
  if (madeFor === null || madeFor === id) return false;
  if (isLeavingSession()) return true;
  try {
    sessionStorage.setItem(noteKey, isChangeLost ? 'change lost' : '');
  } catch {
    // Storage may be forbidden; then the new page shows who it is for all the same.
  }
  leaveSession(() => window.location.reload());
  return true;
}

/** Says that the page was made anew for another person, where the one before left word of it. */
function tellOfOther(name: string): void {
  let note: string | null = null;
  try {
    note = sessionStorage.getItem(noteKey);
    sessionStorage.removeItem(noteKey);
  } catch {
    // Storage may be forbidden.
  }
  if (note === null) return;
  notify.success(`You are now signed in as ${name}`, {
    description: `Somebody signed in anew in this browser. This page goes on as that person.${note === '' ? '' : ' What was asked for last was not done.'}`,
  });
}
