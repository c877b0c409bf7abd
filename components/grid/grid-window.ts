/**
 * The tallest scroll area the engine asks a browser for, in CSS px. Firefox stops near 17.8 million, Chromium and
 * Safari near 33.5 million. Taller content (more than 468,750 rows of 32 px) is scrolled in proportion.
 */
export const tallestScroll = 15_000_000;

/** How many slots of `size` px cover `viewport` px at any offset, with `overscan` more on both sides. */
export function poolSize(viewport: number, size: number, overscan: number): number {
  return Math.ceil(Math.max(0, viewport) / size) + 1 + 2 * overscan;
}

/** Index that the first slot of a pool shows where `first` is the first one in view, of `count` from `start` on. */
export function firstInPool(first: number, count: number, pool: number, overscan: number, start = 0): number {
  return Math.max(start, Math.min(first - overscan, count - pool));
}

/** Offset between the browser's scroll position and the content's, for content taller than a browser can scroll. */
export interface ScrollScale {
  /** Height of the scroll area in px. */
  readonly height: number;
  /** Content offset at a scroll position. */
  toContent: (scrollTop: number) => number;
  /** Scroll position that shows a content offset at the top. */
  toScroll: (offset: number) => number;
}

/** The scale for `content` px seen through `viewport` px; the identity up to `tallestScroll`. */
export function scrollScale(content: number, viewport: number): ScrollScale {
  if (content <= tallestScroll) {
    return { height: content, toContent: (scrollTop) => scrollTop, toScroll: (offset) => offset };
  }
  const ratio = (content - viewport) / (tallestScroll - viewport);
  return {
    height: tallestScroll,
    toContent: (scrollTop) => Math.round(scrollTop * ratio),
    toScroll: (offset) => offset / ratio,
  };
}

/** The offset nearest to `offset` at which [start, start + size) lies wholly within a view of `viewport` px. */
export function offsetToShow(offset: number, viewport: number, start: number, size: number): number {
  if (start < offset) return start;
  if (start + size > offset + viewport) return Math.max(0, start + size - viewport);
  return offset;
}

/** How far beyond 0 to `size` something lies, at most a few rows at a time. */
export function beyond(place: number, size: number): number {
  return Math.max(-96, Math.min(96, place < 0 ? place : Math.max(0, place - size)));
}
