import type { CellMark } from '@/lib/client/matrix/annotated-cells';
import type { MatrixStore } from '@/lib/client/matrix/matrix-store';
import type { LaidGroup } from '@/lib/domain/access/filter/matrix-columns';
import { inDigits } from '@/lib/domain/reader-formats';

/** Marks that a folded group must not hide, as they are counted; changes that were read back need none. */
const markWords: Partial<Record<CellMark, string>> = {
  staged: 'staged',
  pending: 'under way',
  waiting: 'under way',
  unconfirmed: 'unconfirmed',
  conflict: 'not made',
  refused: 'not made',
  outside: 'changed outside',
};

/** The mark of a folded group: the staged mark where all its marks are staged, else `some`. */
export type FoldedMark = 'none' | 'staged' | 'some';

/** The marks of a record's assignments in a folded group, and "; 1 unconfirmed, 2 staged", '' for none. */
export function foldedMarks(
  { cells }: MatrixStore,
  record: number,
  { entities }: LaidGroup,
): { mark: FoldedMark; words: string } {
  const counts = new Map<string, number>();
  for (const entity of entities) {
    const staged = cells.stagedAt(record, entity) === undefined ? 'none' : 'staged';
    const words = markWords[cells.annotationAt(record, entity)?.mark ?? staged];
    if (words !== undefined) counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const list = [...counts].map(([words, count]) => `${inDigits(count)} ${words}`);
  if (list.length === 0) return { mark: 'none', words: '' };
  const isStaged = counts.size === 1 && counts.has('staged');
  return { mark: isStaged ? 'staged' : 'some', words: `; ${list.join(', ')}` };
}
