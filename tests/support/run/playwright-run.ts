import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command';
import { failureLine, type Tally } from './tally';

/**
 * Runs all browser tests in a process of its own and counts; a flaky one failed.
 * @param file where its report goes.
 */
export async function runPlaywright(file: string, env: Record<string, string>): Promise<Tally> {
  rmSync(file, { force: true });
  const { status } = await runCommand(
    join('node_modules', '.bin', 'playwright'),
    ['test', '--reporter=list,json', '--trace=off'], // recording each test takes a tenth more time
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
  );
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport) : null; // written by the reporter named above
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  const failures = (report?.suites ?? []).flatMap(failuresOf);
  // It also fails when no test did: by a file that does not load, or by what stands around the tests.
  const more = report === null || (status !== 0 && unexpected === 0) ? 1 : 0;
  if (more > 0) failures.push(failureLine(file, 'playwright', report?.errors[0]?.message ?? 'no report'));
  const times = (report?.suites ?? []).map((suite) => ({
    file: join('tests', 'e2e', suite.file),
    ms: millisecondsOf(suite),
  }));
  return { passed: expected, failed: unexpected + flaky + more, skipped, failures, times };
}

function failuresOf(suite: Suite): string[] {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        failureLine(
          `${spec.file}:${String(spec.line)}`,
          spec.title,
          results.find(({ error }) => error)?.error?.message,
        ),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failuresOf)];
}

function millisecondsOf({ specs = [], suites = [] }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + millisecondsOf(suite), own);
}

interface Suite {
  file: string;
  specs?: {
    file: string;
    line: number;
    title: string;
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
  }[];
  suites?: Suite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
  errors: { message?: string }[];
}
