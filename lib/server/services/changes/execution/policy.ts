import 'server-only';
import type { CellPolicy } from '@/lib/domain/changes/cell-protocol';

/** How long things of a change may take, in milliseconds, and how often they are tried; tests bring shorter ones. */
export interface ExecutionPolicy extends Omit<CellPolicy, 'goesOn' | 'whenNotDone'> {
  /** A lease without a sign of life ends after this; the sign is given three times as often. */
  leaseMs: number;
  /** A service may show a write a moment late; the read-back asks again after these pauses before it is believed. */
  readBackPausesMs: readonly number[];
  /** `mostSends` of a switch, for which a person waits. */
  mostSendsOfSwitch: number;
  /** After so many failures in a row, of as many cells, it is the service's trouble: the set pauses itself. */
  stormAfter: number;
  /** A switch waits so long for another change of the same cell. */
  claimWaitMs: number;
}

export const usualPolicy: ExecutionPolicy = {
  leaseMs: 15_000,
  readBackPausesMs: [0, 300, 1_000],
  timedOutMs: 10 * 60_000,
  brokenOffMs: 30_000,
  mostSends: 5,
  mostSendsOfSwitch: 2,
  mostTries: 5,
  stormAfter: 5,
  firstPauseMs: 2_000,
  longestPauseMs: 60_000,
  longestUnconfirmedPauseMs: 10_000,
  claimWaitMs: 30_000,
};
