let isLeaving = false;

/**
 * True while the browser leaves a page whose session is over, or another person's: what the page asked before may be
 * refused still, and leads nowhere else; and nothing asks whether to leave, for the page could not go on.
 */
export function isLeavingSession(): boolean {
  return isLeaving;
}

/** Leaves a page whose session is over. @param go leads to another address, or has the page made anew. */
export function leaveSession(go: () => void): void {
  isLeaving = true;
  // The person may decide to stay, or come back to this very page by the browser's own button.
  const isHereAgain = () => {
    isLeaving = false;
  };
  window.addEventListener('pagehide', isHereAgain, { once: true });
  setTimeout(isHereAgain, 5_000);
  go();
}
