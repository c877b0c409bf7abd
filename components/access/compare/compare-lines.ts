import { recordInWords } from '@/lib/domain/access/access-words';
import type { ReadCell } from '@/lib/domain/access/change/change-proposal';
import { copyAccess, type ComparedKind, type Copy } from '@/lib/domain/access/change/comparison';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import type { MatrixNames } from '@/lib/domain/access/names/matrix-names';
import { named } from '@/lib/domain/access/names/named';
import { recordOfText } from '@/lib/domain/access/names/record-text';

export interface Line {
  /** Position in the matrix; -1: not in the matrix. */
  index: number;
  /** "210", "Customer 10000". */
  name: string;
  /** "Adatum · 210", "Customer Trey Research · 20000". */
  title: string;
}

/** Two different lines, and the shown records or entities that cross them. */
export interface ComparedLines {
  kind: ComparedKind;
  first: Line;
  second: Line;
  across: Uint32Array;
}

/** Finds the line that a text of the address names; null: none. */
export function lineOf(
  matrix: AccessMatrix,
  names: MatrixNames,
  kind: ComparedKind,
  text: string | null,
): Line | null {
  if (text === null || text === '') return null;
  if (kind === 'entities') {
    const index = matrix.entityIndex(text);
    return { index, name: text, title: named(text, names.entity(index)) };
  }
  const record = recordOfText(text);
  if (record === null) return null;
  const { recordType, recordId } = record;
  const index = matrix.recordIndex(recordType, recordId);
  const title = `${recordType} ${named(recordId, names.record(index))}`;
  return { index, name: recordInWords(record), title };
}

/** A direction of copying, and whether it also removes access. */
export interface CopyWay {
  isBack: boolean;
  isMirror: boolean;
}

export function endsOf({ first, second }: ComparedLines, { isBack }: CopyWay): { from: Line; to: Line } {
  return isBack ? { from: second, to: first } : { from: first, to: second };
}

export function copyOf(seen: ReadCell, lines: ComparedLines, way: CopyWay): Copy {
  const { from, to } = endsOf(lines, way);
  const { kind, across } = lines;
  return copyAccess(seen, { kind, across, first: from.index, second: to.index }, way.isMirror);
}
