import type { DetailsTarget } from '@/lib/domain/access/details-target';
import { listText } from '@/lib/domain/filter-syntax';
import { withQuery } from './paths';

/*
 * Not in paths.ts, which every page brings: writing a filter's text is needed by few.
 */

/** Address of the matrix with nothing in it but a record, an entity, or where both cross; `more` is added as it is. */
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
