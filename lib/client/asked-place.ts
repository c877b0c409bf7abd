import { createParser, useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { placeOfText, placeText, type MatrixPlace } from '@/lib/domain/access/place-text';
import { withQuery } from './paths';

/** Parameters that name a place of the matrix; what does not apply is left out. */
export function placeParameters({
  recordType,
  recordId,
  entityId,
}: MatrixPlace): Record<'recordType' | 'recordId' | 'entityId', string | undefined> {
  return {
    recordType: recordType || undefined,
    recordId: recordId || undefined,
    entityId: entityId || undefined,
  };
}

/** Address of the page of a history. */
export function historyAddress(connection: string | undefined, place: MatrixPlace): string {
  return withQuery('/changes/history', { connection, ...placeParameters(place) });
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
