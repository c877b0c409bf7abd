import { createParser, useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { placeOfText, placeText, type MatrixPlace } from '@/lib/domain/access/place-text';
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

const place = createParser<MatrixPlace>({
  parse: placeOfText,
  serialize: placeText,
  eq: (a, b) => placeText(a) === placeText(b),
});

/** The place that the page's URL asks to be told about, beside the page, and how to ask; null: none. */
export function useAskedPlace(): [MatrixPlace | null, (place: MatrixPlace | null) => void] {
  const [asked, set] = useQueryState('history', place.withOptions({ history: 'push' }));
  return [asked, useCallback((next: MatrixPlace | null) => void set(next), [set])];
}
