'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, type RefObject } from 'react';

/** More columns than these are drawn as far as they are in view; more rows, or cells, likewise. */
const [mostColumns, mostRows, mostCells] = [40, 100, 4_000];

/** In which directions a table of this size draws only what is in view. */
export function virtualSides(rows: number, columns: number): { down: boolean; sideways: boolean } {
  return { down: rows > mostRows || rows * columns > mostCells, sideways: columns > mostColumns };
}

interface VisibleOptions {
  scroller: RefObject<HTMLElement | null>;
  isSideways: boolean;
  /** All are visible where it is false. */
  isVirtual: boolean;
  /** Px of each; another array where one differs. */
  sizes: readonly number[];
  /** Px of the content before the first. */
  before?: number;
  /** Place of the one that is drawn wherever it is, since it has the focus; -1: none. */
  kept: number;
  /** They come and go in steps of so many, so that most frames of scrolling draw nothing. */
  step: number;
}

/** What the server, which knows no window, and the first drawing in the browser take for the size of the view. */
const firstView = { width: 1_600, height: 900 };

/** Places of the rows or columns to draw: those in view and some beyond the edges. The array changes only with its content. */
export function useVisible(options: VisibleOptions): readonly number[] {
  const { scroller, isSideways, isVirtual, sizes, before = 0, kept, step } = options;
  const all = useMemo(() => sizes.map((_, at) => at), [sizes]);
  const rangeExtractor = useMemo(() => steppedRange(step, kept), [step, kept]);
  // Another function where sizes differ: by it the virtualizer knows that it has to measure again.
  const getItemKey = useCallback((at: number) => (sizes[at] === undefined ? -1 : at), [sizes]);
  // eslint-disable-next-line react-hooks/incompatible-library -- its methods are read in each drawing
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: sizes.length,
    estimateSize: (at) => sizes[at] ?? 0,
    getScrollElement: () => scroller.current,
    horizontal: isSideways,
    enabled: isVirtual,
    paddingStart: before,
    initialRect: firstView,
    ...{ rangeExtractor, getItemKey },
  });
  const visible = virtualizer.getVirtualIndexes();
  return isVirtual ? visible : all;
}

/** Extends a range to whole steps with some room, and adds the kept place; gives the same array for the same places. */
export function steppedRange(
  step: number,
  kept: number,
): (range: { startIndex: number; endIndex: number; count: number }) => number[] {
  let last: number[] = [];
  return ({ startIndex, endIndex, count }) => {
    const from = Math.max(0, Math.floor((startIndex - 2) / step) * step);
    const to = Math.min(count, Math.ceil((endIndex + 3) / step) * step);
    const places = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
    if (kept >= 0 && kept < from) places.unshift(kept);
    if (kept >= to && kept < count) places.push(kept);
    const isSame = places.length === last.length && places.every((place, at) => place === last[at]);
    return isSame ? last : (last = places);
  };
}

/** So many places in a line that are not drawn. */
export interface Gap {
  from: number;
  count: number;
}

/** The places with the gaps between and around them, so that what is drawn stands where it stood. */
export function withGaps(places: readonly number[], count: number): (number | Gap)[] {
  const parts: (number | Gap)[] = [];
  let next = 0;
  for (const place of places) {
    if (place > next) parts.push({ from: next, count: place - next });
    parts.push(place);
    next = place + 1;
  }
  if (next < count) parts.push({ from: next, count: count - next });
  return parts;
}
