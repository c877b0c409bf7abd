import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { isNightly } from './nightly';
import { differsOnPostgres, neverOnPostgres } from './on-postgres';
import { runCommand, type Running } from './run-command';
import { failureLine, type Tally } from './tally';

/**
 * Runs Vitest in a process of its own and counts.
 * @param file where its report goes.
 * @param which what it runs.
 */
export function runVitest(file: string, which: readonly string[], running: Running = {}): Promise<Tally> {
  const reports = ['--reporter=default', '--reporter=junit', `--outputFile.junit=${file}`];
  return runAndCount(file, ['vitest', 'run', ...which, ...reports], running);
}

/** The tests of the database on the PostgreSQL server of that url: on push those that can differ there. */
export function runOnPostgres(url: string, file: string, besideAs: string): Promise<Tally> {
  const which = ['--project=parts', ...(isNightly ? [] : differsOnPostgres)];
  return runVitest(file, which, { env: { TEST_DATABASE_URL: url }, besideAs });
}

/** How many tests of a run on the embedded database run on PostgreSQL at night only. @param file the run's report. */
export function leftOutOnPostgres(file: string): number {
  const elsewhere = [...neverOnPostgres, ...(isNightly ? [''] : differsOnPostgres)];
  return suitesIn(file)
    .filter(({ name }) => !elsewhere.some((path) => name.startsWith(path)))
    .reduce((sum, { testcase = [] }) => sum + testcase.length, 0);
}

/** Runs all browser tests across pages and counts; recording each would take a tenth more time. */
export function runPlaywright(file: string, env: Record<string, string>): Promise<Tally> {
  const args = ['playwright', 'test', '--reporter=list,junit', '--trace=off'];
  return runAndCount(file, args, { env: { ...env, PLAYWRIGHT_JUNIT_OUTPUT_NAME: file } });
}

async function runAndCount(
  file: string,
  [command = '', ...args]: readonly string[],
  running: Running,
): Promise<Tally> {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const { status } = await runCommand(join('node_modules', '.bin', command), args, running);
  const suites = suitesIn(file);
  const cases = suites.flatMap(({ testcase = [] }) => testcase);
  const failed = cases.filter(({ failure, error }) => (failure ?? error) !== undefined);
  const skipped = cases.filter((one) => one.skipped !== undefined).length;
  const passed = cases.length - failed.length - skipped;
  const failures = failed.map(({ classname, name, failure, error }) =>
    failureLine(classname, name, reasonIn(failure ?? error)),
  );
  // It also fails when no test did: by an error outside of tests, or by no test at all.
  const more = failed.length === 0 && (status !== 0 || passed === 0) ? 1 : 0;
  if (more > 0) failures.push(failureLine(file, command, 'an error outside of tests, which it told above'));
  const times = suites.map(({ name, time }) => ({ file: name, ms: Number(time) * 1_000 }));
  return { passed, failed: failed.length + more, skipped, failures, times };
}

/** A file of tests in a report of the form that JUnit began. */
interface Suite {
  name: string;
  time: string;
  testcase?: {
    classname: string;
    name: string;
    failure?: Failure | Failure[];
    error?: Failure | Failure[];
    skipped?: unknown;
  }[];
}

type Failure = string | { '#text'?: string; message?: string };

/** What a report tells; nothing where there is none. */
function suitesIn(file: string): Suite[] {
  if (!existsSync(file)) return [];
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    isArray: (name) => name === 'testsuite' || name === 'testcase',
  });
  const { testsuites } = parser.parse(readFileSync(file, 'utf8')) as {
    testsuites?: { testsuite?: Suite[] };
  }; // as both write it
  return testsuites?.testsuite ?? [];
}

/** The line of a failure that names the error; Playwright says first where it is. */
function reasonIn(failure: Failure | Failure[] | undefined): string {
  const one = Array.isArray(failure) ? failure[0] : failure;
  const text = typeof one === 'object' ? (one['#text'] ?? one.message ?? '') : (one ?? '');
  return /^.*Error\b.*$/m.exec(text)?.[0] ?? text;
}
