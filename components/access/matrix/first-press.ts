/** What a press does: switch at once, stage, or nothing where the person may only look. */
export type PressPlace = 'switch' | 'stage' | 'none';

/** A press of the first view, as its HTML names what was pressed. */
export interface FirstPress {
  /** As the grid's model names the row. */
  rowKey: string;
  /** Null: the record's link, or the head of a band. */
  entityId: string | null;
}

/** Where presses of the first view go: into a list, until somebody carries them out. */
export interface PressQueue {
  firstPresses?: { push: (press: FirstPress) => unknown };
}

/**
 * Carries out the presses that were kept, and those that come.
 * @returns what ends it: presses are kept again.
 */
export function takeFirstPresses(carryOut: (press: FirstPress) => void): () => void {
  const queue = window as PressQueue;
  const kept = Array.isArray(queue.firstPresses) ? (queue.firstPresses as FirstPress[]) : [];
  queue.firstPresses = { push: carryOut };
  kept.forEach(carryOut);
  return () => (queue.firstPresses = [] as FirstPress[]);
}
