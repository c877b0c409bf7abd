import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded } from '@/lib/commands/build-if-needed';
import { buildWithoutProxy } from './support/build-without-proxy';
import { findOrInstallChromium } from './support/chromium';
import { findOrInstallPostgres, type PostgresServer } from './support/postgres';
import { runPlaywright } from './support/playwright-run';
import { addTally, emptyTally, failureLine, tallyInWords } from './support/tally';
import { runOnPostgres, runVitest } from './support/vitest-run';

/*
 * Entry of `npm test` (everything) and `npm run check` (all but the browser). Every stage runs even when an earlier
 * one failed; the last lines say which failed, and count. A part that cannot run here is skipped aloud, and fails the run where CI is set.
 */

const tally = emptyTally();
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const bin = (name: string): string => join('node_modules', '.bin', name);
const reports = join('test-results', 'reports');

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const quick = process.argv.includes('--check');
await check('types of routes', bin('next'), ['typegen']); // what follows reads them
await Promise.all([
  check('lint', bin('eslint'), ['--max-warnings', '0', '.']), // as long as all the others together
  (async () => {
    await check('format', bin('prettier'), ['--check', '--log-level', 'warn', '.']);
    await check('types', bin('tsc'), ['--noEmit', '-p', '.']);
    await checkBoundaries();
    await check('unused code', bin('knip'), ['--no-progress']);
  })(),
]);
vitest();
const postgres = await havePostgres();
onPostgres(postgres?.url);
if (!quick) browser(postgres?.url);
await postgres?.close();

say(tallyInWords(tally));
const mustRunAll = process.env.CI !== undefined && process.env.CI !== '' && process.env.CI !== 'false';
process.exitCode = tally.failed > 0 || (mustRunAll && tally.skipped > 0) ? 1 : 0;

/** Runs a command as a check. */
async function check(name: string, command: string, args: readonly string[]): Promise<void> {
  const { status, output } = await run(command, args);
  say(`\n== ${name}\n${output}`);
  count(name, status === 0);
}

/** The import fence; a run that saw no module proves nothing, so it fails. */
async function checkBoundaries(): Promise<void> {
  const { status, output } = await run(bin('depcruise'), [
    ...['app', 'components', 'lib', 'proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts'],
  ]);
  say(`\n== boundaries\n${output}`);
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
  count('boundaries', status === 0 && modules > 50);
}

/** Runs a command beside others, so what it says is kept until it ends. */
function run(command: string, args: readonly string[]): Promise<{ status: number | null; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', fail);
    child.on('close', (status) => done({ status, output: output.trimEnd() }));
  });
}

function vitest(): void {
  say('\n== unit and integration');
  addTally(tally, runVitest(join(reports, 'vitest.json'), ['run'], { TEST_DATABASE_URL: '' })); // on the embedded database
}

/** The suite of the database once more; the server's url is left for the browser tests. */
function onPostgres(url: string | undefined): void {
  say('\n== database, on PostgreSQL');
  if (url === undefined) {
    tally.skipped++;
    say('SKIPPED: no PostgreSQL could be found or installed. Set TEST_DATABASE_URL=postgres://… to one.');
    return;
  }
  addTally(tally, runOnPostgres(url, reports));
}

function browser(postgresUrl: string | undefined): void {
  say('\n== browser, on the production build');
  const chromium = findOrInstallChromium(say);
  if (chromium === undefined) {
    tally.skipped++;
    say('SKIPPED: the browser tests, because no Chromium could be found or installed. Set CHROMIUM to one.');
    return;
  }
  try {
    buildIfNeeded();
    buildWithoutProxy(); // here and not beside tests, which it would slow down
  } catch (error) {
    say(String(error));
    count('build', false);
    return;
  }
  addTally(
    tally,
    runPlaywright(join(reports, 'playwright.json'), {
      CHROMIUM: chromium,
      ...(postgresUrl !== undefined && { TEST_POSTGRES_URL: postgresUrl }),
    }),
  );
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
