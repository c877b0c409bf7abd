import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isNightly } from './nightly';
import { differsOnPostgres, neverOnPostgres } from './on-postgres';
import { runCommand, type Running } from './run-command';
import { failureLine, type Tally } from './tally';

/**
 * Runs vitest in a process of its own and counts.
 * @param file where its report goes.
 * @param which vitest's command.
 */
export async function runVitest(
  file: string,
  which: readonly string[],
  running: Running = {},
): Promise<Tally> {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const args = [...which, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status } = await runCommand(join('node_modules', '.bin', 'vitest'), args, running);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as VitestReport) : null; // written by the reporter named above
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = report ?? {};
  const failures = (report?.testResults ?? []).flatMap(failuresOf);
  // It also fails when no test did: by a file that does not load, an error outside of tests, or no test at all.
  const more = numFailedTests === 0 && (status !== 0 || numPassedTests === 0) ? 1 : 0;
  if (more > 0 && failures.length === 0)
    failures.push(failureLine(file, 'vitest', 'an error outside of tests'));
  const times = (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: relative('.', name),
    ms: endTime - startTime,
  }));
  return {
    passed: numPassedTests,
    failed: numFailedTests + more,
    skipped: numPendingTests,
    failures,
    times,
  };
}

function failuresOf({ name, status, message, assertionResults }: VitestFile): string[] {
  const where = relative('.', name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [failureLine(where, 'the file', message)];
  return failed.map((test) => failureLine(where, test.fullName, test.failureMessages[0]));
}

interface VitestFile {
  name: string;
  status: string;
  message: string;
  startTime: number;
  endTime: number;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: VitestFile[];
}

/** Runs the tests of the database on the PostgreSQL server of that url: on push those that can differ there. */
export function runOnPostgres(url: string, file: string, besideAs: string): Promise<Tally> {
  const which = ['run', '--project=parts', ...(isNightly ? [] : differsOnPostgres)];
  return runVitest(file, which, { env: { TEST_DATABASE_URL: url }, besideAs });
}

/** How many tests of a run on the embedded database run on PostgreSQL at night only. @param file the run's report. */
export function leftOutOnPostgres(file: string): number {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestReport; // written by the reporter named above
  const elsewhere = [...neverOnPostgres, ...(isNightly ? [''] : differsOnPostgres)];
  return testResults
    .filter(({ name }) => !elsewhere.some((path) => relative('.', name).startsWith(path)))
    .reduce((sum, { assertionResults }) => sum + assertionResults.length, 0);
}
