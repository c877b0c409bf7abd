import 'server-only';
import type { Cell } from '@/lib/contract/access/access';
import type { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import type { MatrixFigures } from '@/lib/domain/access/matrix-figures';

export interface CompleteRead {
  matrix: GrowingMatrix;
  /** When the read began and ended (epoch ms). */
  asOf: number;
  endedAt: number;
  /** The newest ledger entry when the read began; null if unknown. */
  ledgerSeq: number | null;
  figures: MatrixFigures;
  /** Why the read is in doubt; null if it is believed. */
  doubt: string | null;
  before: MatrixFigures | null;
}

export interface ReadWatcher {
  /** The newest ledger entry; null if the ledger does not answer soon. Never rejects. */
  ledgerSeq: () => Promise<number | null>;
  /** Called before a complete, believed read replaces the one shown. */
  landed: (read: CompleteRead) => void;
  /** Called when a cell of the shown, believed read has another value; `before` null: no assignment. */
  proved: (read: CompleteRead, cell: Cell, before: boolean | null) => void;
  settled: () => Promise<void>;
}
