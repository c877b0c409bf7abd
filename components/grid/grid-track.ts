/** The columns of a grid along the screen: how many there are, and where each lies, in CSS px. */
export interface GridTrack {
  readonly count: number;
  /** Px that all take together. */
  readonly size: number;
  /** Px before one; for `count` itself the size of all. */
  start: (index: number) => number;
  width: (index: number) => number;
  /** Which one covers an offset; the nearest one beyond the ends, -1 where there is none. */
  at: (offset: number) => number;
  /** How many of those from `first` on can be seen at once at most, in a view of so many px. */
  mostIn: (viewport: number, first?: number) => number;
}

/**
 * Px that a view has to have for so many px of it to stay at the left: a third is left to what scrolls, and more of it
 * would have no room to come into view.
 */
export function leastView(stuck: number): number {
  return Math.ceil((stuck * 3) / 2);
}

/** Columns of one width. */
export function evenTrack(count: number, width: number): GridTrack {
  return {
    count,
    size: count * width,
    start: (index) => index * width,
    width: () => width,
    at: (offset) => Math.min(Math.max(0, Math.floor(offset / width)), count - 1),
    mostIn: (viewport) => Math.ceil(Math.max(0, viewport) / width) + 1,
  };
}
