import 'server-only';
import type { Cell } from '@/lib/contract/access/access';
import type { GrowingMatrix } from '@/lib/domain/access/growing-matrix';

/** A matrix that was read to the end. */
export interface CompleteRead {
  matrix: GrowingMatrix;
  /** When the read began and ended (epoch ms). */
  asOf: number;
  endedAt: number;
  /** The ledger's newest entry when it began: what that and older ones tell is older than the read. Null: not known. */
  ledgerSeq: number | null;
}

/** Accompanies the reads of a mirror. */
export interface ReadWatcher {
  /** Number of the ledger's newest entry, asked before each read; null when nobody can tell soon. Never rejects. */
  ledgerSeq: () => Promise<number | null>;
  /** A complete read is about to be shown in place of the one before. */
  landed: (read: CompleteRead) => void;
  /** Of the shown read, a cell turned out to have another value than it had there; `before` null: no assignment. */
  proved: (read: CompleteRead, cell: Cell, before: boolean | null) => void;
  /** Resolves when every read that has landed was looked at. */
  settled: () => Promise<void>;
}
