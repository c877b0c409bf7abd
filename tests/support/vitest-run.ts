import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How many tests ended how. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Runs vitest in a process of its own and counts.
 * @param file where its report goes.
 * @param which vitest's command; all tests unless said.
 */
export function runVitest(
  file: string,
  which: readonly string[] = ['run'],
  env: Record<string, string> = {},
): Tally {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const args = [...which, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status } = spawnSync(join('node_modules', '.bin', 'vitest'), args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as VitestReport) : null; // written by the reporter named above
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = report ?? {};
  // It also fails when no test did: by a file that does not load, an error outside of tests, or no test at all.
  const more = numFailedTests === 0 && (status !== 0 || numPassedTests === 0) ? 1 : 0;
  return { passed: numPassedTests, failed: numFailedTests + more, skipped: numPendingTests };
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
}

/** Runs every test that asks for a test database, on the PostgreSQL server of that url. */
export function runOnPostgres(url: string, reports: string): Tally {
  const file = join(reports, 'vitest-postgresql.json');
  return runVitest(file, ['related', '--run', 'tests/support/test-database.ts'], { TEST_DATABASE_URL: url });
}
