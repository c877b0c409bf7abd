import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const systemBrowsers = [
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

/** As `findChromium`, and installs one if none is here: on Debian as root by apt-get, else Playwright's download. */
export function findOrInstallChromium(say: (line: string) => void): string | undefined {
  const found = findChromium();
  if (found !== undefined) return found;
  if (isDebianRoot()) {
    say('No Chromium found: installing the Debian package chromium by apt-get.');
    run('apt-get', ['update']);
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core']);
  } else {
    say("No Chromium found: downloading Playwright's own.");
    run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  }
  return findChromium();
}

function isDebianRoot(): boolean {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return process.getuid?.() === 0 && /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
