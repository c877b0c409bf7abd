import 'server-only';

/** How long things of a change may take, in milliseconds, and how often they are tried; tests bring shorter ones. */
export interface Pace {
  /** A lease without a sign of life ends after this; the sign is given three times as often. */
  leaseMs: number;
  /** A service may show a write a moment late; the read-back asks again after these pauses before it is believed. */
  readBackPausesMs: readonly number[];
  /** How long the service may go on with a request after its time-out: its own limit is 10 minutes. */
  timedOutMs: number;
  /** The same after a connection that broke off or an answer that says nothing. */
  brokenOffMs: number;
  /** How often one change is sent at most when a read-back shows each time that nothing happened. */
  mostSends: number;
  /** The same for a switch, for which a person waits. */
  mostSendsOfSwitch: number;
  /** After so many failures that speak against one cell, the cell is parked as rejected. */
  mostTries: number;
  /** After so many failures in a row, of as many cells, it is the service's trouble: the set pauses itself. */
  stormAfter: number;
  /** Pause of a cell after its first failure, and of a set after its first stumble; both double, up to the longest. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** How soon a cell is asked for again whose change is not proven yet, at most this late. */
  longestDoubtPauseMs: number;
  /** A switch waits so long for another change of the same cell. */
  claimWaitMs: number;
}

export const usualPace: Pace = {
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
  longestDoubtPauseMs: 10_000,
  claimWaitMs: 30_000,
};

/** Milliseconds to wait after the `times`th failure in a row. */
export function pauseAfter(times: number, { firstPauseMs, longestPauseMs }: Pace): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, times - 1));
}
