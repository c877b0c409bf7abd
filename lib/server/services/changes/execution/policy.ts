import 'server-only';
import type { CellPolicy } from '@/lib/domain/changes/cell-protocol';

/** Times in milliseconds and numbers of tries; tests use shorter ones. */
export interface ExecutionPolicy extends Omit<CellPolicy, 'whenNotDone'> {
  /** A lease ends after this unless it is renewed, which happens three times as often. */
  leaseMs: number;
  /** The read-back repeats after these pauses: a service may show a write late. */
  readBackPausesMs: readonly number[];
  /** After failures of so many cells in a row the set pauses. */
  stormAfter: number;
}

export const usualPolicy: ExecutionPolicy = {
  leaseMs: 15_000,
  readBackPausesMs: [0, 300, 1_000],
  timedOutMs: 10 * 60_000,
  brokenOffMs: 30_000,
  mostSends: 5,
  mostTries: 5,
  stormAfter: 5,
  firstPauseMs: 2_000,
  longestPauseMs: 60_000,
  longestUnconfirmedPauseMs: 10_000,
};

/** A person waits for a switch, so the worker makes it at once or not at all. */
export const switchPolicy = {
  mostSends: 2,
  mostTries: 1,
  firstPauseMs: 0,
} as const satisfies Partial<ExecutionPolicy>;
