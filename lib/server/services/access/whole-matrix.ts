import 'server-only';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { ConsoleError } from '@/lib/server/console-error';
import type { AccessMirror } from './mirror';

/** The matrix of a connection, read to its end. */
interface WholeMatrix {
  matrix: AccessMatrix;
  /** When the read began: nothing in the matrix is older. */
  asOf: string;
  /** Whether nobody knows the value of the cell at (record, entity) at the moment. */
  isUnknown: (record: number, entity: number) => boolean;
  /** How many such cells there are. */
  unknown: number;
}

/**
 * The whole matrix, for what must not be made from a part of it.
 * @throws ConsoleError `service-unavailable` while it has not been read to its end; the error of the first read.
 */
export function wholeMatrix(mirror: AccessMirror): WholeMatrix {
  const { asOf, unknown } = mirror.status();
  const matrix = mirror.whole();
  if (matrix === null || asOf === null)
    throw new ConsoleError(
      'service-unavailable',
      'The console has not read all combinations from the service yet, and nothing is made from a part of them. Nothing was changed. Try again in a moment.',
      { retryAfterSeconds: 5 },
    );
  const doubtful = new Set(
    unknown.map((cell) =>
      placeOf(matrix.recordIndex(cell.recordType, cell.recordId), matrix.entityIndex(cell.entityId)),
    ),
  );
  return {
    matrix,
    asOf,
    isUnknown: (record, entity) => doubtful.size > 0 && doubtful.has(placeOf(record, entity)),
    unknown: unknown.length,
  };
}

function placeOf(record: number, entity: number): string {
  return `${String(record)} ${String(entity)}`;
}
