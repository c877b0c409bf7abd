/** Decides about a way out of the page. @param go takes it. */
type LeaveGuard = (go: () => void) => void;

let guard: LeaveGuard | null = null;

/** Has `asked` decide about every way out until the returned function is called. */
export function guardLeaving(asked: LeaveGuard): () => void {
  guard = asked;
  return () => {
    if (guard === asked) guard = null;
  };
}

/** Leaves the page, or what it shows, by `go`: at once, or once the person has said so where work would be lost. */
export function leaveBy(go: () => void): void {
  if (guard === null) go();
  else guard(go);
}
