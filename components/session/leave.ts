import type { QueryClient } from '@tanstack/react-query';
import { notify } from '@/components/ui/toast';
import { isSignedOut } from '@/lib/client/api';
import { sessionQuery } from '@/lib/client/session';
import { signInAddress } from '@/lib/domain/session/sign-in-address';

/** True while the browser is on its way out: what the page asked before may be refused still, and leads nowhere else. */
let isLeaving = false;

/** True while it is being asked whether somebody is signed in after all. */
let isAsking = false;
/** True when something was asked for meanwhile that was not done. */
let isWishLost = false;

const secondLookMs = 500;

/**
 * For a refusal because nobody is signed in: asks once more, then goes to the sign-in page. A sign-in in another tab
 * ends the session before this browser holds the next one; then the page stays, and asks anew what was refused.
 * @param wasWish what was refused was to change something: where the page stays, it says that it was not done.
 */
export async function leaveUnlessSignedIn(client: QueryClient, wasWish = false): Promise<void> {
  if (isLeaving) return;
  isWishLost ||= wasWish;
  if (isAsking) return;
  isAsking = true;
  try {
    await new Promise((done) => setTimeout(done, secondLookMs));
    await client.fetchQuery({ ...sessionQuery(), staleTime: 0 });
    if (isWishLost)
      notify.problem(
        'It was not done',
        'Nobody was signed in at that moment. You are signed in now: ask for it again if you still want it.',
      );
    // Not waited for: it may be refused again, which is then looked into anew.
    void client.resetQueries({ predicate: ({ state }) => isSignedOut(state.error) });
  } catch (error) {
    if (isSignedOut(error)) goToSignIn();
  } finally {
    isAsking = false;
    isWishLost = false;
  }
}

/** Goes to the sign-in page because the session has ended; it says so, and leads back to where the person is now. */
function goToSignIn(): void {
  const { pathname, search, hash } = window.location;
  if (isLeaving || pathname === '/sign-in') return;
  go(signInAddress(pathname + search + hash, 'ended'));
}

/** Goes to the sign-in page after the person has signed out. */
export function goAfterSignOut(): void {
  go(signInAddress('/', 'left'));
}

function go(address: string): void {
  isLeaving = true;
  // The person may decide to stay, or come back to this very page by the browser's own button.
  const isHereAgain = () => {
    isLeaving = false;
  };
  window.addEventListener('pagehide', isHereAgain, { once: true });
  setTimeout(isHereAgain, 5_000);
  window.location.assign(address);
}
