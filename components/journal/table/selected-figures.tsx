'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Status } from '@/components/ui/feedback/status';
import { counted } from '@/lib/domain/counted';
import { leftOutOfFlows } from '@/lib/domain/journal/movement';
import { amountInDigits, decimalInDigits, inDigits, numberFormat } from '@/lib/domain/reader-formats';
import { formatValue, severalUnits, sumClass } from '../value-format';
import { copyCells } from './selected-cells';
import { selectedRows } from './selected-strips';
import type { MeasureFigures, SelectionFigures } from './selected-sums';
import { useSelectedRanges, type RowsModel } from './table-model';

const pauseMs = 120;

export function SelectedFigures({ table }: { table: RowsModel }) {
  const ranges = useSelectedRanges(table);
  const [known, setKnown] = useState<{ of: object; figures: SelectionFigures | null } | null>(null);
  const rows = table.options.data;
  useEffect(() => {
    let isOver = false;
    const know = (figures: SelectionFigures | null) => {
      if (!isOver) setKnown({ of: ranges, figures });
    };
    const addUp = () =>
      void import('./selected-sums').then(
        ({ figuresOf }) => know(figuresOf(selectedRows(table))),
        () => know(null),
      );
    const timer = setTimeout(addUp, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the model is another object after each drawing
  }, [ranges, rows]);
  const isKnown = known?.of === ranges;
  return (
    <div data-selection="" className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <Status className="tabular flex flex-wrap gap-x-4">
        <span>{counted(table.getSelectedCellCount(), 'cell')} selected</span>
        {isKnown && known.figures !== null ? (
          <Figures {...known.figures} />
        ) : (
          <span className="text-text-muted">
            {isKnown ? 'not added up, because the network failed' : 'adding up…'}
          </span>
        )}
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

/** Sums of two columns stand side by side; of more there is only the count. */
const mostSums = 2;

function Figures({ filled, count, measures, left }: SelectionFigures) {
  if (count === 0) return <span className="text-text-muted">{counted(filled, 'value')}</span>;
  const [only] = measures;
  const shown: [name: string, value: string, size?: number | string | null][] = [
    ['Numbers', inDigits(count)],
  ];
  if (measures.length === 1 && only !== undefined) {
    const { flows, average, least, most, hasAmounts } = only;
    const decimals = { minimumFractionDigits: hasAmounts ? 2 : 0, maximumFractionDigits: 5 };
    if (flows === null)
      shown.push(
        ['Sum', sumWords(only), only.sum],
        ['Average', numberFormat(decimals).format(average), average],
      );
    else {
      shown.push(['Net', sumWords(only), only.sum]);
      if (only.sum !== null)
        shown.push(['In', sumWords(only, flows.in), flows.in], ['Out', sumWords(only, flows.out), flows.out]);
    }
    shown.push(
      ['Lowest', formatValue(least.field, least.value), least.value],
      ['Highest', formatValue(most.field, most.value), most.value],
    );
  } else if (measures.length <= mostSums)
    for (const measure of measures) {
      const { label, flows } = measure;
      shown.push([flows === null ? `Sum of ${label}` : `${label} net`, sumWords(measure), measure.sum]);
    }
  return (
    <>
      {shown.map(([name, value, size]) => (
        <span key={name}>
          <span className="text-text-muted">{name}</span>{' '}
          <span className={classNames('font-medium', sumClass(size))}>{value}</span>
        </span>
      ))}
      {measures.length <= mostSums &&
        leftOutOfFlows(left).map((words) => (
          <span key={words} className="text-text-muted">
            {words}
          </span>
        ))}
    </>
  );
}

function sumWords({ sum, hasAmounts }: MeasureFigures, shown = sum): string {
  if (shown === null) return severalUnits;
  return hasAmounts ? amountInDigits(shown) : decimalInDigits(shown);
}
