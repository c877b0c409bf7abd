import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const runFolder = /^mem-run-(\d+)-/;
/** What the tests themselves put down, inside the folder of the run. */
const ofTests = 'of-tests';
/** Caches of the tools that run the tests, and what a browser that ends after them, or is ended, has not removed. */
const ofTools =
  /^(tsx-\d+|node-compile-cache|playwright-transform-cache-\d+|playwright_chromiumdev_profile-\w+|playwright-artifacts-\w+|org\.chromium\.Chromium\.\w+)$/;

/** A new folder for a test. It goes with its run, so nobody has to remove it. */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(process.env.TESTS_FOLDER ?? tmpdir(), `${name}-`));
}

/**
 * Gives this process, and those it starts, a temporary folder of their own, so that a run leaves nothing in the
 * system's. Also the global setup of Vitest and Playwright.
 * @returns removes the folder, and fails the run if anything but a test left something in it.
 */
export default function ownTemporaryFolder(): () => void {
  const system = tmpdir();
  removeAbandoned(system);
  const folder = mkdtempSync(join(system, `mem-run-${String(process.pid)}-`));
  chmodSync(folder, 0o711); // PostgreSQL, which refuses root, reaches its own folder below
  process.env.TMPDIR = folder;
  process.env.TESTS_FOLDER = join(folder, ofTests);
  mkdirSync(process.env.TESTS_FOLDER, { mode: 0o711 });
  return () => {
    const left = readdirSync(folder).filter((name) => name !== ofTests && !ofTools.test(name));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 }); // a browser may still write while it ends
    if (left.length === 0) return;
    process.exitCode = 1; // Vitest only prints an error of its teardown
    throw new Error(`The run left ${String(left.length)} things behind in ${folder}: ${left.join(', ')}`);
  };
}

/** Folders of runs that were killed. */
function removeAbandoned(system: string): void {
  for (const name of readdirSync(system)) {
    const pid = Number(runFolder.exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) rmSync(join(system, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // only system errors come from there
  }
}
