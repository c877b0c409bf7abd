import 'server-only';
import type { Cell } from '@/lib/contract/access/access';
import type { CellValue } from '@/lib/domain/access/matrix-differences';
import type { CellHistory } from '@/lib/server/ledger/cell-history';

/** Changes of one read that are recorded one by one; the rest is counted. */
export const mostSingle = 1_000;

/** A cell that has another value than it had, as far as two reads tell. */
export interface Suspect {
  cell: Cell;
  before: CellValue;
  /** When (ISO), and at which entry of the ledger, it still had that value at the earliest. */
  since: string;
  sinceSeq: number;
}

/** A change that no entry of the ledger explains. */
export interface Finding {
  cell: Cell;
  before: CellValue;
  after: CellValue;
  since: string;
}

/**
 * What is to be thought of a suspect whose value in the newest read is `now`: a finding, null when the ledger explains
 * it, or `undecided` when a change of the console's own is under way, or happened while the read did.
 * @param readSeq the ledger's newest entry when the read began.
 */
export function judge(
  suspect: Suspect,
  history: CellHistory | undefined,
  now: CellValue,
  readSeq: number,
): Finding | 'undecided' | null {
  if (history && (history.isUndecided || history.newestSeq > readSeq)) return 'undecided';
  const lastKnown = history?.lastKnown;
  // What the ledger told after the older read began is the newer word about what the cell was.
  const { value, since } =
    lastKnown && lastKnown.seq > suspect.sinceSeq
      ? { value: lastKnown.value, since: lastKnown.at }
      : { value: suspect.before, since: suspect.since };
  return value === now ? null : { cell: suspect.cell, before: value, after: now, since };
}
