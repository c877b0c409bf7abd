'use client';

import { useCallback, useMemo } from 'react';
import type { KnownState } from '@/components/review/block-model';
import { ChangeBlock, type ShownRecord } from '@/components/review/change-block';
import { useMatrixStore, useStored } from '@/lib/client/matrix/use-matrix-store';
import type { ImportCell, SettledCell } from '@/lib/contract/access/access-file';
import { cellKey } from '@/lib/domain/access/cell-key';
import { inDigits } from '@/lib/domain/reader-formats';
import { isTicked, type TickOverrides } from './import-ticks';
import { changedSinceInWords } from './import-words';

interface ImportBlockProps {
  cells: readonly ImportCell[];
  positions: readonly number[];
  already: readonly SettledCell[];
  overrides: TickOverrides;
  onTick: (positions: readonly number[], isOn: boolean) => void;
  shown: ShownRecord | null;
  onShown: () => void;
}

interface PlacedChange {
  cell: ImportCell;
  wanted: boolean;
  position: number;
}

const noEntities: readonly string[] = [];

export function ImportBlock({ cells, positions, already, overrides, onTick, ...place }: ImportBlockProps) {
  const changes = useMemo(
    () =>
      positions.flatMap((position): PlacedChange[] => {
        const cell = cells[position];
        return cell === undefined ? [] : [{ cell, wanted: cell.accessible, position }];
      }),
    [cells, positions],
  );
  const isOn = useCallback(({ cell }: PlacedChange) => isTicked(cell, overrides), [overrides]);
  const settled = useMemo(() => new Map(already.map((cell) => [cellKey(cell), cell.accessible])), [already]);
  const stateOf = useCallback<KnownState>(
    (recordType, recordId, entityId) => {
      const value = settled.get(cellKey({ recordType, recordId, entityId }));
      return value === undefined ? null : value ? 'granted' : 'denied';
    },
    [settled],
  );
  const entityIds = useStored(useMatrixStore(), ({ document }) => document?.matrix.entityIds ?? noEntities);
  return (
    <ChangeBlock
      {...{ changes, isOn, stateOf, moreOf, entityIds }}
      {...place}
      onTick={(some, isTicked) =>
        onTick(
          some.map(({ position }) => position),
          isTicked,
        )
      }
    />
  );
}

function moreOf({ cell }: PlacedChange): string {
  const row = cell.row === null ? ', not in the file' : `, row ${inDigits(cell.row)}`;
  return cell.kind === 'changed' ? `, ${changedSinceInWords(cell)}${row}` : row;
}
