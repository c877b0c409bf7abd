import { recordInWords } from '@/lib/domain/access/access-words';
import type { ReadCell } from '@/lib/domain/access/change/change-proposal';
import {
  compareEntities,
  compareRecords,
  copyAccess,
  differingRecords,
  type ComparedCounts,
  type ComparedKind,
  type ComparedState,
  type Copy,
} from '@/lib/domain/access/change/comparison';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { recordOfText } from '@/lib/domain/access/names/record-text';

/** A line of the matrix, an entity or a record. */
export interface Line {
  /** Its place in the matrix, -1: it is not in there. */
  index: number;
  name: string;
}

/** Two different lines of the matrix, and what crosses them: the records or entities shown. */
export interface ComparedLines {
  kind: ComparedKind;
  first: Line;
  second: Line;
  across: Uint32Array;
}

/** How two lines compare; `differing`: in how many crossings only one of them has access. */
export type Difference =
  | {
      kind: 'entities';
      byType: ReadonlyMap<number, ComparedCounts>;
      records: ReturnType<typeof differingRecords>;
      differing: number;
    }
  | { kind: 'records'; entities: Readonly<Record<ComparedState, readonly number[]>>; differing: number };

/** The line that a text names; null where it names none. */
export function lineOf(matrix: AccessMatrix, kind: ComparedKind, text: string | null): Line | null {
  if (text === null || text === '') return null;
  if (kind === 'entities') return { index: matrix.entityIndex(text), name: text };
  const record = recordOfText(text);
  if (record === null) return null;
  return { index: matrix.recordIndex(record.recordType, record.recordId), name: recordInWords(record) };
}

/** How these lines compare, by the values the person sees. */
export function differenceOf(matrix: AccessMatrix, seen: ReadCell, lines: ComparedLines): Difference {
  const { kind, first, second, across } = lines;
  if (kind === 'records') {
    const entities = compareRecords(seen, across, first.index, second.index);
    return { kind, entities, differing: entities['only-first'].length + entities['only-second'].length };
  }
  const byType = compareEntities(matrix, seen, across, first.index, second.index);
  const found = differingRecords(seen, across, first.index, second.index);
  const differing = found['only-first'].length + found['only-second'].length;
  return { kind, byType, records: found, differing };
}

/** Copying between two lines: from the first to the second, or the other way; as `copyAccess` takes it. */
export interface CopyWay {
  isBack: boolean;
  isMirror: boolean;
}

/** The line that is copied from, and the one that it is copied to. */
export function endsOf({ first, second }: ComparedLines, { isBack }: CopyWay): { from: Line; to: Line } {
  return isBack ? { from: second, to: first } : { from: first, to: second };
}

/** What copying that way comes to, over what is shown. */
export function copyOf(seen: ReadCell, lines: ComparedLines, way: CopyWay): Copy {
  const { from, to } = endsOf(lines, way);
  return copyAccess(seen, crossings(lines, from.index, to.index), way.isMirror);
}

function* crossings(
  { kind, across }: ComparedLines,
  from: number,
  to: number,
): Generator<{ from: [number, number]; to: [number, number] }> {
  for (const other of across)
    yield kind === 'entities'
      ? { from: [other, from], to: [other, to] }
      : { from: [from, other], to: [to, other] };
}
