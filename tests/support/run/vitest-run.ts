import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
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
  return { passed: numPassedTests, failed: numFailedTests + more, skipped: numPendingTests, failures };
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
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: VitestFile[];
}

/** Tests that meet no PostgreSQL whatever the run uses, or that ask a database for nothing but to be there. */
const notOfPostgres = [
  'tests/database/embedded-file.test.ts',
  'tests/integration/{journal,metadata}/**',
  'tests/integration/ledger/{tampering,verifier-options}.test.ts',
];

/** Runs every other test that asks for a test database, on the PostgreSQL server of that url. */
export function runOnPostgres(url: string, reports: string, besideAs?: string): Promise<Tally> {
  const file = join(reports, 'vitest-postgresql.json');
  const which = ['related', '--run', '--project=parts', 'tests/support/database/test-database.ts'];
  which.push(...notOfPostgres.map((glob) => `--exclude=${glob}`));
  return runVitest(file, which, {
    env: { TEST_DATABASE_URL: url },
    ...(besideAs !== undefined && { besideAs }),
  });
}
