import { existsSync, readFileSync } from 'node:fs';
import { runCommand } from './run-command.ts';

/** True where apt-get may install what tests need. */
export function isDebianRoot(): boolean {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return process.getuid?.() === 0 && /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
}

let updated: Promise<unknown> | undefined;

/**
 * Installs Debian packages and says so. Tests may run meanwhile, a second call may not: apt-get serves one caller.
 * A package that cannot be had is told by apt-get; whether it is there now is for the caller to see.
 */
export async function installPackages(
  say: (line: string) => void,
  ...names: readonly string[]
): Promise<void> {
  say(`Installing by apt-get: ${names.join(', ')}.`);
  updated ??= aptGet('update', '-q');
  await updated;
  await aptGet('install', '-q', '-y', '--no-install-recommends', ...names);
}

function aptGet(...args: string[]): Promise<unknown> {
  return runCommand('apt-get', args, {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    besideAs: `apt-get ${args.join(' ')}`,
  });
}
