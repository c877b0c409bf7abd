import 'server-only';
import type { Cell } from '@/lib/contract/access/access';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import type { CellHistory } from '@/lib/server/ledger/cell-history';

/** Further changes of one read are counted. */
export const mostSingle = 1_000;

/** A cell whose value differs between two reads. */
export interface Suspect {
  cell: Cell;
  before: CellValue;
  /** A time (ISO) and ledger entry at which it still had the earlier value. */
  since: string;
  sinceSeq: number;
}

export interface Finding {
  cell: Cell;
  before: CellValue;
  after: CellValue;
  since: string;
}

/**
 * Returns a finding, null if the ledger explains the cell's value `now`, or `undecided` if a change by the console
 * is running or happened during the read. @param readSeq the newest ledger entry when the read began.
 */
export function judge(
  suspect: Suspect,
  history: CellHistory | undefined,
  now: CellValue,
  readSeq: number,
): Finding | 'undecided' | null {
  if (history && (history.isUndecided || history.newestSeq > readSeq)) return 'undecided';
  const lastKnown = history?.lastKnown;
  // A ledger entry newer than the older read gives the newer earlier value.
  const { value, since } =
    lastKnown && lastKnown.seq > suspect.sinceSeq
      ? { value: lastKnown.value, since: lastKnown.at }
      : { value: suspect.before, since: suspect.since };
  return value === now ? null : { cell: suspect.cell, before: value, after: now, since };
}
