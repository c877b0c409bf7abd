import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallChromium } from './support/run/chromium';
import { isNightly } from './support/run/nightly';
import { findOrInstallPostgres, type PostgresServer } from './support/run/postgres';
import { findOrInstallPrometheus } from './support/run/prometheus';
import { runCommand } from './support/run/run-command';
import { mostKilobytes, weighPages } from './support/run/page-weight';
import { slowestLines, StageClock } from './support/run/stage-clock';
import { addTally, emptyTally, failureLine, tallyInWords } from './support/run/tally';
import { leftOutOnPostgres, runOnPostgres, runPlaywright, runVitest } from './support/run/test-run';
import ownTemporaryFolder from './support/run/temporary-folder';

/*
 * Entry of `npm test`, of `npm run check` (without a build, a browser and PostgreSQL) and of `npm run test:all` (also
 * what runs at night only). Every stage runs even when an earlier one failed; the last lines say how long each took,
 * which tests failed, and count. A part that cannot run here is skipped aloud, and fails the run where CI is set.
 */

const tally = emptyTally();
const clock = new StageClock();
const cannotRun: string[] = [];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const bin = (name: string): string => join('node_modules', '.bin', name);
const reports = join('test-results', 'reports');
const reportOfParts = join(reports, 'vitest.xml');

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const removeTemporaryFolder = ownTemporaryFolder();
const isCheck = process.argv.includes('--check');
if (isNightly) process.env.SEED ??= String(Date.now() % 1_000_000);
if (process.env.SEED) say(`SEED=${process.env.SEED}`);

await check('types of routes', bin('next'), ['typegen']); // what follows reads them
// Two at a time at most: a check is work for one processor, and tests that wait for one another fail by load.
await Promise.all([isCheck ? checks() : build(), isCheck ? parts() : checks()]);
if (!isCheck) {
  const postgres = await findPostgres();
  const chromium = await findOrInstallChromium(say);
  if ((await findOrInstallPrometheus(say)) === undefined)
    cannot('the alerts in Prometheus: none was found on the PATH or could be installed.');
  await Promise.all([parts(), onPostgres(postgres?.url)]);
  await Promise.all([overHttp(postgres?.url), browser(chromium)]);
  await measuring();
  if (isNightly)
    await check('other engines', process.execPath, ['--import', 'tsx', join('tests', 'engines.ts')]);
  await postgres?.close();
}
checkNothingIsLeft();
tell();

function tell(): void {
  say('\nSeconds of each stage:');
  for (const line of clock.lines()) say(line);
  say('\nThe ten slowest files:');
  for (const line of slowestLines(tally.times)) say(line);
  if (tally.failures.length > 0) say(`\nFailed:\n${tally.failures.map((line) => `  ${line}`).join('\n')}`);
  for (const part of cannotRun) say(`SKIPPED: ${part}`);
  if (!isCheck && !isNightly)
    say(`\nnot run here: ${String(tally.skipped + leftOutOnPostgres(reportOfParts))} (npm run test:all)`);
  say(tallyInWords(tally));
  const mustRunAll = process.env.CI !== undefined && process.env.CI !== '' && process.env.CI !== 'false';
  process.exitCode = tally.failed > 0 || (mustRunAll && cannotRun.length > 0) ? 1 : 0;
}

/** What the run put into the system's temporary folder goes with it. */
function checkNothingIsLeft(): void {
  try {
    removeTemporaryFolder();
  } catch (error) {
    say(String(error));
    count('temporary files', false);
  }
}

/** Runs a command as a check, beside others. @returns whether it went well. */
async function check(name: string, command: string, args: readonly string[]): Promise<boolean> {
  const { status } = await clock.time(name, () => runCommand(command, args, { besideAs: name }));
  count(name, status === 0);
  return status === 0;
}

/** What needs no run of the product. */
async function checks(): Promise<void> {
  await check('format', bin('prettier'), ['--check', '--log-level', 'warn', '.']);
  await check('types', bin('tsc'), ['--noEmit', '-p', '.']);
  await check('lint', bin('oxlint'), ['--deny-warnings', '.']);
  await check('lint of components', bin('eslint'), ['--max-warnings', '0', 'components', 'app']);
  await checkBoundaries();
  await check('unused code', bin('knip'), ['--no-progress']);
}

/** The import fence; a run that saw no module proves nothing, so it fails. */
async function checkBoundaries(): Promise<void> {
  const name = 'boundaries';
  const folders = ['app', 'components', 'lib', 'proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts'];
  const { status, output } = await clock.time(name, () =>
    runCommand(bin('depcruise'), folders, { besideAs: name }),
  );
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
  count(name, status === 0 && modules > 50);
}

/** The production build that later stages meet; no page of it brings more JavaScript than it may. */
async function build(): Promise<void> {
  if (!(await check('build', process.execPath, ['--import', 'tsx', join('tests', 'build.ts')]))) return;
  const weights = weighPages();
  const tooHeavy = weights.filter(({ kilobytes }) => kilobytes > mostKilobytes);
  for (const { page, kilobytes } of tooHeavy)
    say(`${page} brings ${kilobytes.toFixed(1)} KB of JavaScript; ${String(mostKilobytes)} KB are allowed.`);
  count('page weights', weights.length > 0 && tooHeavy.length === 0);
}

/** Unit and integration tests, on the embedded database. */
async function parts(): Promise<void> {
  const name = 'unit and integration';
  const running = { env: { TEST_DATABASE_URL: '' }, besideAs: name };
  const which = ['--project=parts'];
  addTally(tally, await clock.time(name, () => runVitest(reportOfParts, which, running)));
}

/** What can differ on PostgreSQL, once more there. */
async function onPostgres(url: string | undefined): Promise<void> {
  const name = 'database, on PostgreSQL';
  if (url === undefined)
    return cannot(`${name}: none was found or could be installed. Set TEST_DATABASE_URL.`);
  const file = join(reports, 'vitest-postgresql.xml');
  addTally(tally, await clock.time(name, () => runOnPostgres(url, file, name)));
}

/** What the running console answers over HTTP. */
async function overHttp(postgresUrl: string | undefined): Promise<void> {
  const name = 'the running console, over HTTP';
  const env: Record<string, string> = postgresUrl === undefined ? {} : { TEST_POSTGRES_URL: postgresUrl };
  const file = join(reports, 'vitest-console.xml');
  const which = ['--project=console'];
  addTally(tally, await clock.time(name, () => runVitest(file, which, { env, besideAs: name })));
}

/** Parts of pages in a browser, then jobs across pages on the production build. */
async function browser(chromium: string | undefined): Promise<void> {
  if (chromium === undefined)
    return cannot('the browser tests: no Chromium was found or could be installed. Set CHROMIUM to one.');
  const env = { CHROMIUM: chromium };
  const file = join(reports, 'vitest-browser.xml');
  const inBrowser = ['--project=browser'];
  addTally(tally, await clock.time('parts in a browser', () => runVitest(file, inBrowser, { env })));
  const report = join(reports, 'playwright.xml');
  addTally(tally, await clock.time('jobs in a browser', () => runPlaywright(report, env)));
}

/** Tests that measure time or memory, when nothing else runs. */
async function measuring(): Promise<void> {
  const file = join(reports, 'vitest-measuring.xml');
  const running = { env: { TEST_DATABASE_URL: '' } };
  addTally(tally, await clock.time('what measures', () => runVitest(file, ['--project=measuring'], running)));
}

/** A server for the rest of the run; one that is here and does not start is a failure, none is not. */
async function findPostgres(): Promise<PostgresServer | undefined> {
  try {
    return await findOrInstallPostgres(say);
  } catch (error) {
    say(String(error));
    count('PostgreSQL', false);
    return undefined;
  }
}

function cannot(what: string): void {
  cannotRun.push(what);
  say(`SKIPPED: ${what}`);
}

function count(name: string, ok: boolean): void {
  if (ok) tally.passed++;
  else {
    tally.failed++;
    tally.failures.push(failureLine('npm test', name));
  }
  say(`${ok ? 'ok' : 'FAILED'}: ${name}`);
}
