import 'server-only';
import { setImmediate as otherWork } from 'node:timers/promises';

/** How long work may go on before other requests get their turn, in milliseconds. */
const sliceMs = 12;
/** The clock is looked at once in so many steps. */
const stepsBetweenLooks = 32;

/** Cuts long work into slices, so that the process answers others meanwhile. */
export class TimeSlices {
  #began = performance.now();
  #steps = 0;
  /** The longest slice so far, in milliseconds. */
  longestMs = 0;

  /** Whether the slice is used up; then `rest` is due. Cheap enough to be asked at every step. */
  isOver(): boolean {
    if (++this.#steps % stepsBetweenLooks !== 0) return false;
    return performance.now() - this.#began > sliceMs;
  }

  /** Lets other work go on. */
  async rest(): Promise<void> {
    this.longestMs = Math.max(this.longestMs, performance.now() - this.#began);
    await otherWork();
    this.#began = performance.now();
  }
}
