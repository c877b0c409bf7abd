import { unconfirmedState } from '@/lib/contract/changes/change-states';
import type { ChangeCounts } from '@/lib/contract/changes/changes';

/* Apart from `progress.ts`: every page asks whether a set has ended, how far it is only what shows one. */

/** Cells whose fate is known. */
export function decidedOf({ total, pending, [unconfirmedState]: unconfirmed }: ChangeCounts): number {
  return total - pending - unconfirmed;
}

/** How many of a set's cells are decided and were not cancelled; unconfirmed ones are not. */
export function finishedOf(counts: ChangeCounts): number {
  return decidedOf(counts) - counts.cancelled;
}

/** How far a set is, as whole percent: 100 only when every cell is decided, 0 only when none is. */
export function percentOf(counts: ChangeCounts): number {
  const decided = decidedOf(counts);
  if (decided === 0 || counts.total === 0) return 0;
  if (decided === counts.total) return 100;
  return Math.min(99, Math.max(1, Math.round((decided / counts.total) * 100)));
}

/** "40 s", "6 min", "2 h 10 min", "3 days": rounded as people count, never to nothing. */
export function durationInWords(seconds: number): string {
  if (seconds < 60) return `${String(Math.max(1, Math.round(seconds)))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${String(Math.round(hours / 24))} days`;
  return minutes % 60 === 0 ? `${String(hours)} h` : `${String(hours)} h ${String(minutes % 60)} min`;
}
