/** @param go leaves the page. */
type LeaveGuard = (go: () => void) => void;

let guard: LeaveGuard | null = null;

/** @returns ends it. */
export function guardLeaving(asked: LeaveGuard): () => void {
  guard = asked;
  return () => {
    if (guard === asked) guard = null;
  };
}

/** Leaves the page by `go`, after a confirmation where work would be lost. */
export function leaveBy(go: () => void): void {
  if (guard === null) go();
  else guard(go);
}
