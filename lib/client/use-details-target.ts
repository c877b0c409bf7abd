import { createParser, useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { targetOfText, targetText, type DetailsTarget } from '@/lib/domain/access/details-target';
import { withQuery } from './paths';

/** Parameters that name a target of the matrix; what does not apply is left out. */
export function targetParameters({
  recordType,
  recordId,
  entityId,
}: DetailsTarget): Record<'recordType' | 'recordId' | 'entityId', string | undefined> {
  return {
    recordType: recordType || undefined,
    recordId: recordId || undefined,
    entityId: entityId || undefined,
  };
}

/** Address of the page of a history. */
export function historyAddress(connection: string | undefined, target: DetailsTarget): string {
  return withQuery('/changes/history', { connection, ...targetParameters(target) });
}

const target = createParser<DetailsTarget>({
  parse: targetOfText,
  serialize: targetText,
  eq: (a, b) => targetText(a) === targetText(b),
});

/** The target that the page's URL asks to be told about, beside the page, and how to ask; null: none. */
export function useDetailsTarget(): [DetailsTarget | null, (target: DetailsTarget | null) => void] {
  const [asked, set] = useQueryState('history', target.withOptions({ history: 'push' }));
  return [asked, useCallback((next: DetailsTarget | null) => void set(next), [set])];
}
