/** One batch of a template: lines `start` to `start + count - 1`. */
export interface JournalBlock {
  template: string;
  batch: string;
  start: number;
  count: number;
}

/** Templates and batches in Business Central's order, each with its weight. */
const WEIGHTS: readonly (readonly [string, string, number])[] = [
  ['CAPACITY', 'DEFAULT', 2],
  ['CONSUMP', 'DEFAULT', 5],
  ['CONSUMP', 'LINE-2', 3],
  ['ITEM', 'ASSEMBLY', 2],
  ['ITEM', 'CORRECT', 5],
  ['ITEM', 'DEFAULT', 22],
  ['ITEM', 'EAST', 8],
  ['ITEM', 'MONTHEND', 8],
  ['ITEM', 'WEST', 6],
  ['OUTPUT', 'DEFAULT', 7],
  ['OUTPUT', 'LINE-2', 4],
  ['PHYS. INV.', 'DEFAULT', 5],
  ['PHYS. INV.', 'MAIN', 5],
  ['PHYS. INV.', 'WH-CYCLE', 4],
  ['RECLASS', 'BINS', 3],
  ['RECLASS', 'DEFAULT', 8],
  ['RECURRING', 'DEFAULT', 2],
  ['RECURRING', 'MONTHLY', 2],
  ['RECURRING', 'WEEKLY', 1],
  ['REVAL', 'DEFAULT', 3],
  ['REVAL', 'YEAREND', 2],
];

/** Shares `lines` out over the batches; the rest that does not divide goes to ITEM/DEFAULT. Empty batches fall away. */
export function makeBlocks(lines: number): JournalBlock[] {
  const total = WEIGHTS.reduce((sum, [, , weight]) => sum + weight, 0);
  const counts = WEIGHTS.map(([, , weight]) => Math.floor((lines * weight) / total));
  const rest = lines - counts.reduce((sum, count) => sum + count, 0);
  const blocks: JournalBlock[] = [];
  let start = 0;
  WEIGHTS.forEach(([template, batch], index) => {
    const count = (counts[index] ?? 0) + (template === 'ITEM' && batch === 'DEFAULT' ? rest : 0);
    if (count > 0) blocks.push({ template, batch, start, count });
    start += count;
  });
  return blocks;
}
