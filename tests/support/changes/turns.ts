/** Counts the turns that other work of this process could have had, until the returned function is called. */
export function countTurns(): () => number {
  let turns = 0;
  let pending: NodeJS.Immediate;
  const next = (): void => {
    turns++;
    pending = setImmediate(next);
  };
  pending = setImmediate(next);
  return () => {
    clearImmediate(pending);
    return turns;
  };
}
