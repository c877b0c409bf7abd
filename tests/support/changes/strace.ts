import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * The command that counts what a process asks of the kernel; on Debian as root the package is installed for it.
 * @returns undefined where none can be had, or where tracing is not allowed.
 */
export function findOrInstallStrace(say: (line: string) => void): string | undefined {
  if (works()) return 'strace';
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  if (process.getuid?.() !== 0 || !/^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release)) return undefined;
  say('No strace found: installing the Debian package strace by apt-get.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'strace']])
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  return works() ? 'strace' : undefined;
}

/** In a container tracing may be forbidden although the command is there. */
function works(): boolean {
  return spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;
}
