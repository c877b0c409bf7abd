import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallChromium } from './support/run/chromium';
import { findOrInstallPostgres, type PostgresServer } from './support/run/postgres';
import { runCommand } from './support/run/run-command';
import { mostKilobytes, weighPages } from './support/run/page-weight';
import { runPlaywright } from './support/run/playwright-run';
import { addTally, emptyTally, failureLine, tallyInWords } from './support/run/tally';
import { runOnPostgres, runVitest } from './support/run/vitest-run';
import ownTemporaryFolder from './support/run/temporary-folder';

/*
 * Entry of `npm test` (everything) and `npm run check` (all but what runs on the production build). Every stage runs even when an earlier
 * one failed; the last lines say which failed, and count. A part that cannot run here is skipped aloud, and fails the run where CI is set.
 */

const tally = emptyTally();
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const bin = (name: string): string => join('node_modules', '.bin', name);
const reports = join('test-results', 'reports');

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const removeTemporaryFolder = ownTemporaryFolder();
const quick = process.argv.includes('--check');
await check('types of routes', bin('next'), ['typegen']); // what follows reads them
let postgres: PostgresServer | undefined;
let chromium: string | undefined;
let isBuilt = false;
// Beside one another: checks are work for the processor, and more than half of a test's time is waiting.
await Promise.all([
  check('lint', bin('eslint'), ['--max-warnings', '0', '.']), // as long as all the other checks together
  (async () => {
    await check('format', bin('prettier'), ['--check', '--log-level', 'warn', '.']);
    await check('types', bin('tsc'), ['--noEmit', '-p', '.']);
    await checkBoundaries();
    await check('unused code', bin('knip'), ['--no-progress']);
    isBuilt = await check('build', process.execPath, ['--import', 'tsx', join('tests', 'build.ts')]);
    if (isBuilt) checkPageWeights();
  })(),
  vitest(),
  (async () => {
    postgres = await havePostgres();
    const tests = onPostgres(postgres?.url);
    if (!quick) chromium = await findOrInstallChromium(say); // apt-get serves one caller at a time
    await tests;
  })(),
]);
if (isBuilt && !quick) await Promise.all([overHttp(postgres?.url), browser()]);
await postgres?.close();
checkNothingIsLeft();

say(tallyInWords(tally));
const mustRunAll = process.env.CI !== undefined && process.env.CI !== '' && process.env.CI !== 'false';
process.exitCode = tally.failed > 0 || (mustRunAll && tally.skipped > 0) ? 1 : 0;

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
  const { status } = await runCommand(command, args, { besideAs: name });
  count(name, status === 0);
  return status === 0;
}

/** The import fence; a run that saw no module proves nothing, so it fails. */
async function checkBoundaries(): Promise<void> {
  const name = 'boundaries';
  const { status, output } = await runCommand(
    bin('depcruise'),
    ['app', 'components', 'lib', 'proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts'],
    { besideAs: name },
  );
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
  count(name, status === 0 && modules > 50);
}

/** No page brings more JavaScript than it may. */
function checkPageWeights(): void {
  const weights = weighPages();
  const tooHeavy = weights.filter(({ kilobytes }) => kilobytes > mostKilobytes);
  for (const { page, kilobytes } of tooHeavy)
    say(`${page} brings ${kilobytes.toFixed(1)} KB of JavaScript; ${String(mostKilobytes)} KB are allowed.`);
  count('page weights', weights.length > 0 && tooHeavy.length === 0);
}

async function vitest(): Promise<void> {
  say('\n== unit and integration');
  const env = { TEST_DATABASE_URL: '' }; // on the embedded database
  addTally(tally, await runVitest(join(reports, 'vitest.json'), ['run', '--project=parts'], { env }));
}

/** The suite of the database once more. */
async function onPostgres(url: string | undefined): Promise<void> {
  const name = 'database, on PostgreSQL';
  if (url !== undefined) return addTally(tally, await runOnPostgres(url, reports, name));
  tally.skipped++;
  say(`\n== ${name}`);
  say('SKIPPED: no PostgreSQL could be found or installed. Set TEST_DATABASE_URL=postgres://… to one.');
}

/** What the running console answers over HTTP. */
async function overHttp(postgresUrl: string | undefined): Promise<void> {
  const env: Record<string, string> = postgresUrl === undefined ? {} : { TEST_POSTGRES_URL: postgresUrl };
  const besideAs = 'the running console, over HTTP';
  const file = join(reports, 'vitest-console.json');
  addTally(tally, await runVitest(file, ['run', '--project=console'], { env, besideAs }));
}

async function browser(): Promise<void> {
  say('\n== browser, on the production build');
  if (chromium === undefined) {
    tally.skipped++;
    say('SKIPPED: the browser tests, because no Chromium could be found or installed. Set CHROMIUM to one.');
    return;
  }
  const env = { CHROMIUM: chromium };
  const file = join(reports, 'vitest-browser.json');
  addTally(tally, await runVitest(file, ['run', '--project=browser'], { env }));
  addTally(tally, await runPlaywright(join(reports, 'playwright.json'), env));
}

/** A server for the rest of the run; one that is here and does not start is a failure, none is not. */
async function havePostgres(): Promise<PostgresServer | undefined> {
  try {
    return await findOrInstallPostgres(say);
  } catch (error) {
    say(String(error));
    count('PostgreSQL', false);
    return undefined;
  }
}

function count(name: string, ok: boolean): void {
  if (ok) tally.passed++;
  else {
    tally.failed++;
    tally.failures.push(failureLine('npm test', name));
  }
  say(`${ok ? 'ok' : 'FAILED'}: ${name}`);
}
