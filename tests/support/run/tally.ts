import type { FileTime } from './stage-clock';

/** How many tests ended how, which of them failed, and how long their files took. */
export interface Tally {
  passed: number;
  failed: number;
  /** Tests that run at night only. */
  skipped: number;
  /** One line for each that failed: where, its name and the first line of why. */
  failures: string[];
  times: FileTime[];
}

/** A tally of nothing yet. */
export function emptyTally(): Tally {
  return { passed: 0, failed: 0, skipped: 0, failures: [], times: [] };
}

/** Adds what a part of a run counted. */
export function addTally(to: Tally, more: Tally): void {
  to.passed += more.passed;
  to.failed += more.failed;
  to.skipped += more.skipped;
  to.failures.push(...more.failures);
  to.times.push(...more.times);
}

/** A failure on one line. @param why a message, perhaps of many lines and with the colours of a terminal. */
export function failureLine(where: string, name: string, why = ''): string {
  const plain = why.replaceAll(/\u001b\[[0-9;]*m/g, '').trim();
  return `${where} › ${name}${plain === '' ? '' : `: ${plain.replace(/\n[^]*/, '').slice(0, 300)}`}`;
}

/** The last line of a run. */
export function tallyInWords({ passed, failed }: Tally): string {
  return `${String(passed)} passed, ${String(failed)} failed`;
}
