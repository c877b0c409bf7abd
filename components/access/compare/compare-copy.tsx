'use client';

import { useId, useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { mostCells } from '@/lib/contract/limits';
import type { ReadCell, Proposal } from '@/lib/domain/access/change/change-proposal';
import type { Copy } from '@/lib/domain/access/change/comparison';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { copyOf, type ComparedLines, type CopyWay } from './compare-lines';
import { copyCounts, copyInWords, overInWords, wayInWords } from './compare-words';

interface CompareCopyProps {
  matrix: AccessMatrix;
  seen: ReadCell;
  lines: ComparedLines;
  /** The page was opened to copy: only from the first to the second. */
  isCopy: boolean;
  onReview: (proposal: Proposal) => void;
}

const ways: readonly CopyWay[] = [
  { isBack: false, isMirror: false },
  { isBack: false, isMirror: true },
  { isBack: true, isMirror: false },
  { isBack: true, isMirror: true },
];

/** Copies access between two lines, in both directions; a person reviews each copy before it is applied. */
export function CompareCopy({ matrix, seen, lines, isCopy, onReview }: CompareCopyProps) {
  const id = useId();
  const counted = useMemo(
    () =>
      ways
        .filter(({ isBack }) => !isCopy || !isBack)
        .map((way) => ({ way, counts: copyCounts(copyOf(seen, lines, way)) })),
    [seen, lines, isCopy],
  );
  return (
    <section
      aria-labelledby={id}
      className={classNames('flex flex-col gap-2 border-line', isCopy ? 'border-b pb-3' : 'border-t pt-3')}
    >
      <h3 id={id} className={isCopy ? 'sr-only' : 'font-semibold'}>
        Copy access
      </h3>
      <p className="text-sm text-text-muted">
        “Give” only adds access, “Make” also removes it, over the{' '}
        {overInWords(lines.kind, lines.across.length)} shown. Where one of the two is not set up, nothing
        changes. You review it all first.
      </p>
      <ul className="flex flex-col gap-2">
        {counted.map(({ way, counts }, index) => (
          <li key={index} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button
              variant={isCopy && !way.isMirror ? 'primary' : 'secondary'}
              isDisabled={counts.give + counts.remove === 0}
              keepsFocus
              {...(isCopy && index === 0 && { 'data-autofocus': '' })}
              aria-describedby={`${id}-${String(index)}`}
              // Copies the values of this moment, which may be newer than the numbers shown.
              onPress={() => onReview(proposalOf(matrix, copyOf(seen, lines, way)))}
              className="h-auto! min-h-8 max-w-full shrink! py-1 text-left whitespace-normal! wrap-anywhere"
            >
              {wayInWords(lines, way)}
            </Button>
            <span id={`${id}-${String(index)}`} className="tabular text-sm text-text-muted">
              {copyInWords(counts)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function proposalOf(matrix: AccessMatrix, { cells, already, absent }: Copy): Proposal {
  const changes = cells
    .slice(0, mostCells)
    .map(({ record, entity, wanted }) => ({ cell: matrix.cell(record, entity), wanted }));
  return { changes, already, absent, isCut: cells.length > mostCells };
}
