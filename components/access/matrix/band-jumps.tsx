'use client';

import { useEffect, useRef } from 'react';
import type { GridEngine } from '@/components/grid/grid-engine';
import { Button } from '@/components/ui/button';
import type { VisibleMatrix } from '@/lib/domain/access/filter/visible-matrix';
import { inDigits } from '@/lib/domain/reader-formats';
import { bandInWords } from './access-layout';
import type { AccessCell } from './access-cell';

interface BandJumpsProps {
  engine: GridEngine<AccessCell> | null;
  shown: Pick<VisibleMatrix, 'bands' | 'rows'>;
  /** Folds a band, or unfolds it. */
  onBand: (recordType: string) => void;
}

/**
 * Record types in a row below the matrix, because the heads of their bands scroll away with the rows. A press unfolds a band
 * and brings its head to the top. Phones and low windows have no room for it.
 */
export function BandJumps({ engine, shown, onBand }: BandJumpsProps) {
  const { bands, rows } = shown;
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    // The grid shows the unfolded band by now.
    if (wanted.current !== null && engine !== null) bringToTop(engine, rows, wanted.current);
    wanted.current = null;
  }, [engine, rows]);
  if (!rows.hasHeads) return null;
  return (
    <nav
      aria-label="Record types"
      data-print="hide"
      className="flex shrink-0 items-center gap-1 overflow-x-auto max-sm:hidden short:hidden"
    >
      {bands.map(({ recordType, records }) => (
        <Button
          key={recordType}
          size="sm"
          variant="ghost"
          title={bandInWords(recordType, records.length)}
          onPress={() => {
            if (engine === null) return;
            if (rows.at(rows.headOf(recordType))?.isOpen === true)
              return bringToTop(engine, rows, recordType);
            if (wanted.current === recordType) return; // a second press would fold it again
            wanted.current = recordType;
            onBand(recordType);
          }}
        >
          {recordType}
          <span className="tabular text-xs text-text-muted">{inDigits(records.length)}</span>
        </Button>
      ))}
    </nav>
  );
}

function bringToTop(engine: GridEngine<AccessCell>, rows: VisibleMatrix['rows'], recordType: string): void {
  const row = rows.headOf(recordType);
  if (row < 0) return;
  const { top, bottom, left, right } = engine.view;
  const { column } = engine.active;
  // The grid scrolls as little as possible, so it first shows the row one view further down.
  engine.reveal({ row: Math.min(row + bottom - top, rows.count - 1), column: -1 });
  engine.moveTo({ row, column: column >= left && column <= right ? column : left });
}
