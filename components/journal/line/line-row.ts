import { useEffect, useState } from 'react';
import { lineKeyOf, type LineKey } from '@/lib/client/journal/journal';
import { linesInBlock } from '@/lib/domain/journal/query';
import type { JournalLines } from '../lines/use-journal-lines';

/** The row of a line among those that have come, counted from 0; null: it is none of them. */
export function rowOfLine({ count, at }: Pick<JournalLines, 'count' | 'at'>, line: LineKey): number | null {
  for (let first = 0; first < count; first += linesInBlock) {
    if (at(first) === undefined) continue; // lines come in blocks
    for (let row = first; row < Math.min(first + linesInBlock, count); row++) {
      const one = at(row);
      if (one !== undefined && isSameLine(lineKeyOf(one), line)) return row;
    }
  }
  return null;
}

function isSameLine(a: LineKey, b: LineKey): boolean {
  return a.lineNo === b.lineNo && a.batch === b.batch && a.template === b.template;
}

/**
 * The same, lines read that have not come; null also where it is none of the first `most`.
 * @throws ApiError, or Error where lines cannot be read.
 */
export async function lookForLine(
  { count, read }: Pick<JournalLines, 'count' | 'read'>,
  line: LineKey,
  most: number,
): Promise<number | null> {
  for (let first = 0; first < Math.min(count, most); first += linesInBlock) {
    const rows = await read(first, Math.min(first + linesInBlock, count) - 1);
    const at = rows.findIndex((row) => isSameLine(lineKeyOf(row), line));
    if (at >= 0) return first + at;
  }
  return null;
}

/** The same, looked for anew as lines come. @param line null: none is looked for. */
export function useRowOfLine(lines: JournalLines | null, line: LineKey | null): number | null {
  const [, setBlocks] = useState(0);
  const onCame = lines?.onCame;
  const isAsked = line !== null;
  useEffect(
    () => (isAsked ? onCame?.(() => setBlocks((blocks) => blocks + 1)) : undefined),
    [onCame, isAsked],
  );
  return lines === null || line === null ? null : rowOfLine(lines, line);
}
