import { createParser, useQueryState } from 'nuqs';
import { useCallback } from 'react';
import type { Cell } from '@/lib/contract/access';
import { cellOfText, cellText } from '@/lib/domain/access/cell-text';
import { withQuery } from './paths';

/** What a history is about: a cell, or without an entity all cells of a record. */
export interface HistoryPlace {
  recordType: string;
  recordId: string;
  entityId?: string | undefined;
}

/** Address of the page of a history. */
export function historyAddress(
  connection: string | undefined,
  { recordType, recordId, entityId }: HistoryPlace,
): string {
  return withQuery('/changes/history', {
    connection,
    recordType,
    recordId,
    entityId: entityId === '' ? undefined : entityId,
  });
}

const cell = createParser<Cell>({
  parse: cellOfText,
  serialize: cellText,
  eq: (a, b) => cellText(a) === cellText(b),
});

/** The cell whose history the page's URL asks to be shown over it, and how to ask; null: none. */
export function useAskedHistory(): [Cell | null, (cell: Cell | null) => void] {
  const [asked, set] = useQueryState('history', cell.withOptions({ history: 'push' }));
  return [asked, useCallback((next: Cell | null) => void set(next), [set])];
}
