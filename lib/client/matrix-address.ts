import type { DetailsTarget } from '@/lib/domain/access/details-target';
import { listText } from '@/lib/domain/filter-syntax';
import { withQuery } from './paths';

/** Filters the matrix to a record, an entity or both. Not in paths.ts, which every page loads. */
export function matrixAddress(
  connection: string | undefined,
  { recordType, recordId, entityId }: DetailsTarget,
  more?: Readonly<Record<string, string>>,
): string {
  return withQuery('/access', {
    connection,
    ...(recordId !== '' && { type: recordType, q: listText([recordId]) }),
    ...(entityId !== '' && { entity: listText([entityId]) }),
    ...more,
  });
}
