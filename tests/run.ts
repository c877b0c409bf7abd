import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded } from '@/lib/commands/build-if-needed';
import { findOrInstallChromium } from './support/chromium';

/*
 * Entry of `npm test` (everything) and `npm run check` (all but the browser). Every stage runs even when an earlier
 * one failed; the last line counts. A part that cannot run here is skipped aloud, and fails the run where CI is set.
 */

const tally = { passed: 0, failed: 0, skipped: 0 };
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const bin = (name: string): string => join('node_modules', '.bin', name);
const reports = join('test-results', 'reports');

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const quick = process.argv.includes('--check');
check('format', bin('prettier'), ['--check', '--log-level', 'warn', '.']);
check('types', bin('next'), ['typegen'], bin('tsc'), ['--noEmit', '-p', '.']);
check('lint', bin('eslint'), ['--max-warnings', '0', '.']);
checkBoundaries();
check('unused code', bin('knip'), ['--no-progress']);
vitest();
if (!quick) browser();

const skipped = tally.skipped > 0 ? `, ${String(tally.skipped)} skipped` : '';
say(`\n${String(tally.passed)} passed, ${String(tally.failed)} failed${skipped}`);
const mustRunAll = process.env.CI !== undefined && process.env.CI !== '' && process.env.CI !== 'false';
process.exitCode = tally.failed > 0 || (mustRunAll && tally.skipped > 0) ? 1 : 0;

/** Runs one or more commands as one check. */
function check(name: string, ...commands: (string | string[])[]): void {
  say(`\n== ${name}`);
  let ok = true;
  for (let i = 0; i < commands.length; i += 2) {
    const result = spawnSync(commands[i] as string, commands[i + 1] as string[], { stdio: 'inherit' }); // pairs: command, arguments
    ok &&= result.status === 0;
  }
  count(name, ok);
}

/** The import fence; a run that saw no module proves nothing, so it fails. */
function checkBoundaries(): void {
  say('\n== boundaries');
  const result = spawnSync(bin('depcruise'), ['app', 'components', 'lib', 'proxy.ts', 'instrumentation.ts'], {
    encoding: 'utf8',
  });
  say(result.stdout + result.stderr);
  const modules = Number(/(\d+) modules/.exec(result.stdout)?.[1] ?? 0);
  count('boundaries', result.status === 0 && modules > 50);
}

function vitest(): void {
  say('\n== unit and integration');
  const file = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status } = spawnSync(bin('vitest'), args, { stdio: 'inherit' });
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as VitestReport) : null; // written by the reporter named above
  tally.passed += report?.numPassedTests ?? 0;
  tally.failed += report?.numFailedTests ?? 0;
  tally.skipped += report?.numPendingTests ?? 0;
  if (!report || (status !== 0 && report.numFailedTests === 0)) count('unit and integration', false);
}

function browser(): void {
  say('\n== browser, on the production build');
  const chromium = findOrInstallChromium(say);
  if (chromium === undefined) {
    tally.skipped++;
    say('SKIPPED: the browser tests, because no Chromium could be found or installed. Set CHROMIUM to one.');
    return;
  }
  try {
    buildIfNeeded();
  } catch (error) {
    say(String(error));
    count('build', false);
    return;
  }
  const file = join(reports, 'playwright.json');
  const env = { ...process.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const args = ['test', '--reporter=list,json'];
  const { status } = spawnSync(bin('playwright'), args, { stdio: 'inherit', env });
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport) : null; // written by the reporter named above
  tally.passed += report?.stats.expected ?? 0;
  tally.failed += (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0);
  tally.skipped += report?.stats.skipped ?? 0;
  if (!report || (status !== 0 && report.stats.unexpected === 0)) count('browser', false);
}

function count(name: string, ok: boolean): void {
  if (ok) tally.passed++;
  else tally.failed++;
  say(`${ok ? 'ok' : 'FAILED'}: ${name}`);
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}
