'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, type RefObject } from 'react';

/** Larger tables render only what is in view. */
const [mostColumns, mostRows, mostCells] = [40, 100, 4_000];

/** In which directions a table renders only what is in view. */
export function virtualSides(rows: number, columns: number): { down: boolean; sideways: boolean } {
  return { down: rows > mostRows || rows * columns > mostCells, sideways: columns > mostColumns };
}

interface VisibleOptions {
  scroller: RefObject<HTMLElement | null>;
  isSideways: boolean;
  /** False: everything is visible. */
  isVirtual: boolean;
  /** Px; must be a new array when a size changes. */
  sizes: readonly number[];
  /** Px of content before the first. */
  before?: number;
  /** Position that stays rendered because it has the focus; -1: none. */
  kept: number;
  /** Positions change in steps of this size, so that most scroll frames render nothing. */
  step: number;
}

const firstView = { width: 1_600, height: 900 };

/** Positions to render: those in view, and some beyond. The array changes only with its content. */
export function useVisible(options: VisibleOptions): readonly number[] {
  const { scroller, isSideways, isVirtual, sizes, before = 0, kept, step } = options;
  const all = useMemo(() => sizes.map((_, at) => at), [sizes]);
  const rangeExtractor = useMemo(() => steppedRange(step, kept), [step, kept]);
  // Must be a new function when sizes change: then the virtualizer measures again.
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

/** Extends a range to whole steps and adds the kept position; returns the same array for the same positions. */
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

/** Positions that are not rendered. */
export interface Gap {
  from: number;
  count: number;
}

/** Positions with the gaps between and around them. */
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
