import { describe, expect, it } from 'vitest';
import { mostFileCells, mostFileRows } from '@/lib/contract/limits';
import { wayBackInWords } from '@/components/access/export/export-form';

describe('what an export says of its way back', () => {
  it.each([
    ['long', mostFileRows],
    ['wide', mostFileCells],
  ] as const)('promises it for a %s file of as much as an import takes', (shape, most) => {
    expect(wayBackInWords(shape, most)).toBe('The file can be edited and imported again.');
    expect(wayBackInWords(shape, most + 1)).not.toContain('can be edited');
  });

  it('says beforehand what to do with more', () => {
    expect(wayBackInWords('long', 1_000_000)).toBe(
      'It has up to 1,000,000 rows, and an import takes 100,000. To import it again in one piece, choose Wide, or filter before exporting.',
    );
    expect(wayBackInWords('long', 20_000_000)).not.toContain('Wide');
    expect(wayBackInWords('wide', 20_000_000)).toBe(
      'It has up to 20,000,000 assignments, and an import takes 2,000,000. To import it again in one piece, filter before exporting.',
    );
  });
});
