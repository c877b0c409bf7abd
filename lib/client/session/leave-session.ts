let isLeaving = false;

/**
 * True while the browser leaves a page whose session ended: later refusals are ignored, and nothing asks before
 * leaving.
 */
export function isLeavingSession(): boolean {
  return isLeaving;
}

/** @param go opens another address, or reloads. */
export function leaveSession(go: () => void): void {
  isLeaving = true;
  // The person may stay, or come back by the browser's Back.
  const isHereAgain = () => {
    isLeaving = false;
  };
  window.addEventListener('pagehide', isHereAgain, { once: true });
  setTimeout(isHereAgain, 5_000);
  go();
}
