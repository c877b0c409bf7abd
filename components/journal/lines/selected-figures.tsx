'use client';

import { useEffect, useState } from 'react';
import type { SelectedStrip } from '@/components/grid/grid-selection';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/feedback/status';
import { counted } from '@/lib/domain/counted';
import type { JournalField } from '@/lib/domain/journal/fields';
import { amountInDigits, decimalInDigits, inDigits, numberFormat } from '@/lib/domain/reader-formats';
import { formatValue } from '../value-format';
import type { figuresOf, SelectionFigures } from './selected-cells';
import { cellsIn, mostSelectedLines, type Read } from './selection-size';

interface SelectedFiguresProps {
  selected: readonly SelectedStrip[];
  /** All lines of these rows; another function where they are others. */
  read: Read;
  fields: readonly JournalField[];
  onCopy: (isWithHeads: boolean) => void;
}

/** What does that comes with the first selection. */
const addUp: typeof figuresOf = async (...selection) =>
  (await import('./selected-cells')).figuresOf(...selection);

/** ms after which a selection that is being drawn is added up. */
const pauseMs = 120;

/** What the selected cells come to, as spreadsheets say it, and how they are copied. */
export function SelectedFigures({ selected, read, fields, onCopy }: SelectedFiguresProps) {
  const [known, setKnown] = useState<{ of: object; figures: SelectionFigures | null | 'failed' } | null>(
    null,
  );
  useEffect(() => {
    const over = new AbortController(); // another selection needs none of this one's lines
    const { signal } = over;
    const tell = (figures: SelectionFigures | null | 'failed'): void => {
      if (!signal.aborted) setKnown({ of: selected, figures });
    };
    const timer = setTimeout(() => {
      addUp(selected, fields, read, signal).then(tell, () => tell('failed'));
    }, pauseMs);
    return () => {
      over.abort();
      clearTimeout(timer);
    };
  }, [selected, fields, read]);
  const figures = known?.of === selected ? known.figures : undefined;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <Status className="tabular flex flex-wrap gap-x-4">
        <span>{counted(cellsIn(selected), 'cell')} selected</span>
        {figures === undefined && <span className="text-text-muted">adding up…</span>}
        {figures === null && (
          <span className="text-text-muted">
            not added up: more than {inDigits(mostSelectedLines)} lines. Export or group them instead.
          </span>
        )}
        {figures === 'failed' && (
          <span className="text-text-muted">not added up: some of the lines could not be read.</span>
        )}
        {typeof figures === 'object' && figures !== null && <Figures {...figures} />}
      </Status>
      <span className="flex gap-1">
        <Button size="sm" variant="ghost" onPress={() => onCopy(false)}>
          Copy
        </Button>
        <Button size="sm" variant="ghost" onPress={() => onCopy(true)}>
          Copy with heads
        </Button>
      </span>
    </div>
  );
}

function Figures({ filled, numbers }: SelectionFigures) {
  if (numbers === null) return <span className="text-text-muted">{counted(filled, 'value')}</span>;
  const { count, sum, average, least, most, hasAmounts } = numbers;
  const shown = [
    ['Numbers', inDigits(count)],
    ['Sum', hasAmounts ? amountInDigits(sum) : decimalInDigits(sum)],
    [
      'Average',
      numberFormat({ minimumFractionDigits: hasAmounts ? 2 : 0, maximumFractionDigits: 5 }).format(average),
    ],
    ['Lowest', formatValue(least.field, least.value)],
    ['Highest', formatValue(most.field, most.value)],
  ] as const;
  return shown.map(([name, value]) => (
    <span key={name}>
      <span className="text-text-muted">{name}</span> <span className="font-medium">{value}</span>
    </span>
  ));
}
