'use client';

import { useCallback, useMemo, useState, type RefCallback } from 'react';
import { currentPreference, densityPreference } from '@/components/ui/preferences';
import { narrowWindow } from '@/components/ui/window-width';
import { fittingBands } from '@/lib/domain/access/filter/bands';
import { narrowRowHeight, rowHeights } from './access-layout';

/** Height in CSS px of the column heads and of the bars below the rows. */
const around = { wide: 60 + 36 + 44, narrow: 48 + 72 };

/** A ref for the place of the matrix, and the number of rows that it shows; null until it has mounted. */
export function useRowsInView(): [RefCallback<HTMLElement>, number | null] {
  const [rows, setRows] = useState<number | null>(null);
  const measure = useCallback((place: HTMLElement | null) => {
    if (place === null) return;
    const isNarrow = window.matchMedia(narrowWindow).matches;
    const rowHeight = isNarrow ? narrowRowHeight : rowHeights[currentPreference(densityPreference)];
    const room = place.clientHeight - (isNarrow ? around.narrow : around.wide);
    setRows(Math.floor(room / rowHeight));
  }, []);
  return [measure, rows];
}

/**
 * Record types whose bands the page unfolds by itself: only the first while the matrix is read, then all that fit. They stay
 * the same from then on, because rows would jump.
 */
export function useFittingBands(
  connection: string,
  types: readonly { recordType: string; records: number }[],
  isWhole: boolean,
  rows: number | null,
): readonly string[] {
  const [chosen, choose] = useState<{ connection: string; fitting: readonly string[] } | null>(null);
  const fitting = useMemo(() => fittingBands(types, isWhole ? (rows ?? 0) : 0), [types, isWhole, rows]);
  if (chosen?.connection === connection) return chosen.fitting;
  if (isWhole && rows !== null && types.length > 0) choose({ connection, fitting });
  return fitting;
}
