import { expect, it } from 'vitest';
import { mostPrintedLines, paperBlocks } from '@/components/journal/print/paper-blocks';
import { journalFields } from '@/lib/domain/journal/fields';

const names = (blocks: ReturnType<typeof paperBlocks>) =>
  blocks.map((block) => block.map(({ name }) => name));

it('keeps few columns together, in their order', () => {
  const few = journalFields.slice(0, 4);
  expect(paperBlocks(few)).toEqual([few]);
});

it('leads each further block with the number and the item of its lines, and loses and repeats no other column', () => {
  const [first = [], ...others] = names(paperBlocks(journalFields));
  expect(others.length).toBeGreaterThan(5);
  for (const block of others) expect(block.slice(0, 2)).toEqual(['LineNo', 'ItemNo']);
  const all = [...first, ...others.flatMap((block) => block.slice(2))];
  expect(new Set([...all, 'ItemNo'])).toEqual(new Set(journalFields.map(({ name }) => name)));
  expect(new Set(all).size).toBe(all.length);
});

it('prints fewer lines where there are many columns', () => {
  expect(mostPrintedLines(17)).toBe(2_000);
  expect(mostPrintedLines(journalFields.length)).toBeLessThan(700);
});
