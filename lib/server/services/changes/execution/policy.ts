import 'server-only';
import type { CellPolicy } from '@/lib/domain/changes/cell-protocol';

/** How long things of a change may take, in milliseconds, and how often they are tried; tests bring shorter ones. */
export interface ExecutionPolicy extends Omit<CellPolicy, 'whenNotDone'> {
  /** A lease without a sign of life ends after this; the sign is given three times as often. */
  leaseMs: number;
  /** A service may show a write a moment late; the read-back asks again after these pauses before it is believed. */
  readBackPausesMs: readonly number[];
  /** After so many failures in a row, of as many cells, it is the service's trouble: the set pauses itself. */
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

/** What is different for a switch: a person waits, so it is made at once or not at all. */
export const hasty = {
  mostSends: 2,
  mostTries: 1,
  firstPauseMs: 0,
} as const satisfies Partial<ExecutionPolicy>;
