/** How many tests ended how, and which of them failed. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** One line for each that failed: where, its name and the first line of why. */
  failures: string[];
}

/** A tally of nothing yet. */
export function emptyTally(): Tally {
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

/** Adds what a part of a run counted. */
export function addTally(to: Tally, more: Tally): void {
  to.passed += more.passed;
  to.failed += more.failed;
  to.skipped += more.skipped;
  to.failures.push(...more.failures);
}

/** A failure on one line. @param why a message, perhaps of many lines and with the colours of a terminal. */
export function failureLine(where: string, name: string, why = ''): string {
  const plain = why.replaceAll(/\u001b\[[0-9;]*m/g, '').trim();
  return `${where} › ${name}${plain === '' ? '' : `: ${plain.replace(/\n[^]*/, '').slice(0, 300)}`}`;
}

/** The last lines of a run: what failed, and the count. */
export function tallyInWords({ passed, failed, skipped, failures }: Tally): string {
  const which = failures.length === 0 ? '' : `\nFailed:\n${failures.map((line) => `  ${line}\n`).join('')}`;
  return `${which}\n${String(passed)} passed, ${String(failed)} failed${skipped > 0 ? `, ${String(skipped)} skipped` : ''}`;
}
