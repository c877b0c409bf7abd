import { useCallback, useMemo, useState, type RefCallback } from 'react';
import { narrowRowHeight, rowHeights } from '@/components/access/matrix/access-layout';
import { currentPreference, densityPreference } from '@/components/ui/preferences';
import { narrowWindow } from '@/components/ui/window-width';
import { fittingBands } from '@/lib/domain/access/filter/bands';

/** CSS px that the heads of columns, and the bars below the rows, take of the matrix' place. */
const around = { wide: 60 + 36 + 44, narrow: 48 + 72 };

/** How many rows the element shows that takes the ref, measured when it mounts; null until then. */
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
 * Record types whose bands the page unfolds by itself: the first while the matrix is still being read, then those that fit.
 * From then on they stay the same for as long as the page shows the connection, or rows would jump.
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
  if (isWhole && rows !== null) choose({ connection, fitting });
  return fitting;
}
