/** Cells that a browser lays out for paper within seconds. */
const mostCells = 100_000;

/** Most rows that are printed beside so many entities: of up to fifty some seventy pages, of many entities fifteen each. */
export function mostPrintedRows(entities: number): number {
  return Math.max(400, Math.min(2_000, Math.floor(mostCells / entities)));
}

/** A code that is longer is broken into lines. */
const longest = 16;
/** CSS px that a sheet of A4 or Letter across leaves for the columns of entities, and that a letter of a code takes. */
const [room, perLetter, around, least] = [780, 6.5, 8, 28];

/** Parts columns so that each part fits across a page. @param ids what stands at their heads. */
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
