import { signInAddress } from '@/lib/domain/session/sign-in-address';

/** True while the browser is on its way out: what the page asked before may be refused still, and leads nowhere else. */
let isLeaving = false;

/** Goes to the sign-in page because the session has ended; it says so, and leads back to where the person is now. */
export function goToSignIn(): void {
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
