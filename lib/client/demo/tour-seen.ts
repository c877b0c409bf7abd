const storageKey = 'mem-console-tour';

/** Whether this browser was offered the tour, or cannot keep that it was: then it would be offered for ever. */
export function isTourSeen(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return true;
  }
}

/** Keeps for this browser that the tour was offered. */
export function noteTourSeen(): void {
  try {
    localStorage.setItem(storageKey, 'seen');
  } catch {
    // Storage is forbidden or full: this page has shown it all the same.
  }
}
