const storageKey = 'mem-console-tour';

/** Also true where storage is forbidden: else every visit offers the tour. */
export function isTourSeen(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return true;
  }
}

export function noteTourSeen(): void {
  try {
    localStorage.setItem(storageKey, 'seen');
  } catch {
    // Storage is forbidden or full.
  }
}
