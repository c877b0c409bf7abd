/** A browser lays out this many cells within seconds. */
const mostCells = 100_000;

/** Up to 50 entities give about seventy pages, many entities fifteen pages each. */
export function mostPrintedRows(entities: number): number {
  return Math.max(400, Math.min(2_000, Math.floor(mostCells / entities)));
}

/** A longer code wraps. */
const longest = 16;
/** CSS px: width for entity columns on A4 or Letter in landscape, per character, padding, least width. */
const [room, perLetter, around, least] = [780, 6.5, 8, 28];

/** Splits columns into sets that fit the width of a page. */
export function columnSets(ids: readonly string[]): { from: number; to: number }[] {
  const sets: { from: number; to: number }[] = [];
  let from = 0;
  let used = 0;
  for (const [at, id] of ids.entries()) {
    const width = Math.max(least, Math.min(id.length, longest) * perLetter + around);
    if (at > from && used + width > room) {
      sets.push({ from, to: at });
      from = at;
      used = 0;
    }
    used += width;
  }
  if (ids.length > 0) sets.push({ from, to: ids.length });
  return sets;
}
