import 'server-only';
import type { Cell } from '@/lib/contract/access/access';
import type { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { MatrixFigures } from '@/lib/domain/access/matrix-figures';

/** A matrix that was read to the end. */
export interface CompleteRead {
  matrix: GrowingMatrix;
  /** When the read began and ended (epoch ms). */
  asOf: number;
  endedAt: number;
  /** The ledger's newest entry when it began: what that and older ones tell is older than the read. Null: not known. */
  ledgerSeq: number | null;
  /** How much it lists. */
  figures: MatrixFigures;
  /** Why it is in doubt, in words; null: it is believed. */
  doubt: string | null;
  /** How much the service listed before this read, while that is in doubt. */
  before: MatrixFigures | null;
}

/** Accompanies the reads of a mirror. */
export interface ReadWatcher {
  /** Number of the ledger's newest entry, asked before each read; null when nobody can tell soon. Never rejects. */
  ledgerSeq: () => Promise<number | null>;
  /** A complete read that is believed is about to be shown in place of the one before. */
  landed: (read: CompleteRead) => void;
  /** Of the shown read, which is believed, a cell turned out to have another value than it had there; `before` null: no assignment. */
  proved: (read: CompleteRead, cell: Cell, before: boolean | null) => void;
  /** Resolves when every read that has landed was looked at. */
  settled: () => Promise<void>;
}
