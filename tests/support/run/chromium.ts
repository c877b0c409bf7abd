import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installPackages, isDebianRoot } from './debian.ts';
import { runCommand } from './run-command.ts';

/** Debian's Chromium without a window around its pages: a third quicker than the whole one without a display. */
const headlessShell = { file: '/usr/bin/chromium-headless-shell', packageName: 'chromium-headless-shell' };

const systemBrowsers = [
  headlessShell.file,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** Flags for a headless browser on a machine without a display, a GPU or a way out. */
export const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Path of a Chromium that is here: the setting CHROMIUM, the system's, or Playwright's own; undefined if none. */
export function findChromium(): string | undefined {
  const own = chromium.executablePath();
  return [process.env.CHROMIUM, ...systemBrowsers, own].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  );
}

/**
 * As `findChromium`, and installs one if none is here: on Debian as root by apt-get, else Playwright's download. There
 * the quicker one is also put beside one that is here, unless the setting CHROMIUM says which.
 */
export async function findOrInstallChromium(say: (line: string) => void): Promise<string | undefined> {
  const found = findChromium();
  const isChosen = found !== undefined && found === process.env.CHROMIUM;
  if (found === headlessShell.file || isChosen) return found;
  if (isDebianRoot()) {
    const fonts = 'fonts-dejavu-core';
    await installPackages(say, headlessShell.packageName, fonts);
    if (findChromium() === undefined) await installPackages(say, 'chromium', fonts); // an older Debian has only the whole one
  } else if (found === undefined) {
    say("No Chromium found: downloading Playwright's own.");
    const install = ['node_modules/@playwright/test/cli.js', 'install', 'chromium'];
    await runCommand(process.execPath, install, { besideAs: 'Playwright’s download' });
  }
  return findChromium();
}
