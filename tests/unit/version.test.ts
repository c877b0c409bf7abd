import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/** The commit that a build of that folder names. */
function builtCommit(folder: string, sourceCommit = ''): string {
  const script = "process.stdout.write((await import('./next.config.mjs')).default.env.CONSOLE_COMMIT)";
  const env = { ...process.env, SOURCE_COMMIT: sourceCommit };
  const args = ['--input-type=module', '--eval', script];
  return execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
}

it('a build names its commit, that it is told, or none as in an unpacked archive', () => {
  const folder = temporaryFolder('mem-version');
  copyFileSync('next.config.mjs', join(folder, 'next.config.mjs'));
  expect(builtCommit(folder)).toBe('');
  expect(builtCommit(folder, '0123456789abcdef')).toBe('0123456789ab');
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@a.invalid'];
  const git = (...args: string[]) =>
    execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'One');
  const commit = git('rev-parse', '--short=12', 'HEAD').trim();
  expect(builtCommit(folder)).toBe(commit);
  git('mv', 'next.config.mjs', 'other.mjs');
  copyFileSync(join(folder, 'other.mjs'), join(folder, 'next.config.mjs'));
  expect(builtCommit(folder)).toBe(`${commit}-dirty`);
});
