/** Seconds of each stage of a run, in the order in which the stages began. */
export class StageClock {
  readonly #stages: { name: string; began: number; ended: number | null }[] = [];
  readonly #now: () => number;
  readonly #start: number;

  /** @param now milliseconds of a clock that is never set back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = now();
  }

  /** Does the work of a stage, and keeps how long it took. */
  async time<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const stage = { name, began: this.#now(), ended: null as number | null };
    this.#stages.push(stage);
    try {
      return await work();
    } finally {
      stage.ended = this.#now();
    }
  }

  /** A line a stage: from which second to which of the run, and how many seconds. */
  lines(): string[] {
    const second = (at: number): string => String(Math.round((at - this.#start) / 1000)).padStart(5);
    return this.#stages.map(({ name, began, ended }) => {
      const end = ended ?? this.#now();
      const seconds = String(Math.round((end - began) / 1000)).padStart(5);
      return `${seconds} s  (${second(began)} to ${second(end)})  ${name}`;
    });
  }
}

/** How long the tests of a file took together. */
export interface FileTime {
  file: string;
  ms: number;
}

/** The slowest files of a run, a line each. */
export function slowestLines(times: readonly FileTime[], most = 10): string[] {
  return [...times]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(({ file, ms }) => `${String(Math.round(ms / 1000)).padStart(5)} s  ${file}`);
}
