import 'server-only';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { ConsoleError } from '@/lib/server/console-error';
import { until } from '@/lib/server/until';
import type { AccessMirror, ShorterList } from './mirror';

/** The matrix of a connection, read to its end. */
interface WholeMatrix {
  matrix: AccessMatrix;
  /** When the read began: nothing in the matrix is older. */
  asOf: string;
  /** Why the newest read is in doubt, in words; null: it is believed. */
  doubt: string | null;
  /** Where the matrix itself is of a list in doubt; null: it is believed, or the earlier one that is kept meanwhile. */
  shorter: ShorterList | null;
  /** Whether the cell at (record, entity) has an unconfirmed change. */
  isUnconfirmed: (record: number, entity: number) => boolean;
  /** How many such cells there are. */
  unconfirmed: number;
}

/** How long somebody waits for a read that is under way, in milliseconds. */
const usualWaitMs = 5_000;

/**
 * The whole matrix, for what must not be made from a part of it; waits a little where it is just being read.
 * @throws ConsoleError `service-unavailable` while it has not been read to its end; the error of the first read.
 */
export async function wholeMatrix(mirror: AccessMirror, waitMs = usualWaitMs): Promise<WholeMatrix> {
  mirror.status(); // starts a read that is due
  const hasEnded = () => !mirror.progress().loading || mirror.progress().complete;
  await until(hasEnded, { limitMs: waitMs, everyMs: 50 });
  const { asOf, [unconfirmedState]: cells } = mirror.status();
  const matrix = mirror.whole();
  if (matrix === null || asOf === null)
    throw new ConsoleError(
      'service-unavailable',
      'The console has not read all assignments from the service yet, and nothing is made from a part of them. Nothing was changed. Try again in a moment.',
      { retryAfterSeconds: 5 },
    );
  const unconfirmed = new Set(
    cells.map((cell) =>
      placeOf(matrix.recordIndex(cell.recordType, cell.recordId), matrix.entityIndex(cell.entityId)),
    ),
  );
  return {
    matrix,
    asOf,
    doubt: mirror.doubt(),
    shorter: mirror.shorterList(),
    isUnconfirmed: (record, entity) => unconfirmed.size > 0 && unconfirmed.has(placeOf(record, entity)),
    unconfirmed: cells.length,
  };
}

function placeOf(record: number, entity: number): string {
  return `${String(record)} ${String(entity)}`;
}
