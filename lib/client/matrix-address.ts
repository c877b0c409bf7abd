import type { DetailsTarget } from '@/lib/domain/access/details-target';
import { listText } from '@/lib/domain/filter-syntax';
import { withQuery } from './paths';

/**
 * Address of the matrix with nothing in it but a record, an entity, or where both cross; `more` is added as it is. Not in
 * paths.ts: every page would bring what writes a filter's text.
 */
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
