import 'server-only';
import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { AccessMatrix } from '@/lib/domain/access/matrix';
import { ConsoleError } from '@/lib/server/console-error';
import { until } from '@/lib/server/until';
import type { AccessMirror, ShorterList } from './mirror';

interface WholeMatrix {
  matrix: AccessMatrix;
  asOf: string;
  doubt: string | null;
  /** Set if the matrix itself is a doubtful list; null if it is believed. */
  shorter: ShorterList | null;
  isUnconfirmed: (record: number, entity: number) => boolean;
  unconfirmed: number;
}

const usualWaitMs = 5_000;

/** Waits briefly. @throws ConsoleError `service-unavailable` before the first complete read; that read's error. */
export async function wholeMatrix(mirror: AccessMirror, waitMs = usualWaitMs): Promise<WholeMatrix> {
  mirror.status(); // starts a due read
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
