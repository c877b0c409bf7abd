'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/feedback/status';
import { counted } from '@/lib/domain/counted';
import { amountInDigits, decimalInDigits, inDigits, numberFormat } from '@/lib/domain/reader-formats';
import { formatValue } from '../value-format';
import { copyCells, figuresOf, type SelectionFigures } from './selected-cells';
import { selectedRows } from './selected-strips';
import { useSelectedRanges, type RowsModel } from './table-model';

const pauseMs = 120;

export function SelectedFigures({ table }: { table: RowsModel }) {
  const ranges = useSelectedRanges(table);
  const [known, setKnown] = useState<{ of: object; figures: SelectionFigures } | null>(null);
  const rows = table.options.data;
  useEffect(() => {
    const addUp = () => setKnown({ of: ranges, figures: figuresOf(selectedRows(table)) });
    const timer = setTimeout(addUp, pauseMs);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the model is another object after each drawing
  }, [ranges, rows]);
  const figures = known?.of === ranges ? known.figures : null;
  return (
    <div data-selection="" className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <Status className="tabular flex flex-wrap gap-x-4">
        <span>{counted(table.getSelectedCellCount(), 'cell')} selected</span>
        {figures === null ? <span className="text-text-muted">adding up…</span> : <Figures {...figures} />}
      </Status>
      <span className="flex gap-1">
        {[false, true].map((isWithHeads) => (
          <Button
            key={String(isWithHeads)}
            size="sm"
            variant="ghost"
            onPress={() => copyCells(selectedRows(table), isWithHeads)}
          >
            {isWithHeads ? 'Copy with heads' : 'Copy'}
          </Button>
        ))}
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
