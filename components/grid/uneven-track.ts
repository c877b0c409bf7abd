import type { GridTrack } from './grid-track';

/** Columns of these widths, each of at least one px. */
export function unevenTrack(widths: readonly number[]): GridTrack {
  const count = widths.length;
  const starts = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width);
  const start = (index: number) => starts[Math.max(0, Math.min(index, count))] ?? 0;
  return {
    count,
    size: start(count),
    start,
    width: (index) => widths[index] ?? 0,
    at: (offset) => {
      let [low, high] = [0, count - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (start(middle) <= offset) low = middle;
        else high = middle - 1;
      }
      return high;
    },
    mostIn: (viewport, first = 0) => {
      let most = 0;
      let last = first;
      for (let from = first; from < count; from++) {
        // One may begin to be seen at its last px, and another one show its first.
        while (last < count && start(last) < start(from + 1) + viewport) last++;
        most = Math.max(most, last - from);
      }
      return most;
    },
  };
}
