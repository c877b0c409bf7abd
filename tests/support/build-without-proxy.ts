import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sources } from '@/lib/commands/build-if-needed';

/**
 * A value for every secret setting that no source, bundle, page, header or log may ever hold. They stand in the
 * environment of the build below, as they would where the image of a deployment is made.
 */
export const canaries = {
  MEM_PASSWORD: 'canary-mem-password-7f3a91',
  MEM_TOKEN: 'canary-mem-token-51c0de',
  MEM_CLIENT_SECRET: 'canary-mem-client-secret-b24e88',
  OIDC_CLIENT_SECRET: 'canary-oidc-client-secret-90ab17',
  DATABASE_URL: 'postgres://console:canary-database-password-3d77f2@127.0.0.1:1/console',
  METRICS_TOKEN: 'canary-metrics-token-e6195c',
} as const;

/** What must not be found anywhere: the values themselves, of the database's address its password. */
export const canaryValues = Object.values(canaries).map(
  (value) => /canary-[a-z0-9-]+/.exec(value)?.[0] ?? value,
);

/** A dot folder, which the globs of tsconfig.json leave out. */
const folder = resolve('test-results', '.without-proxy');
const stampFile = join(folder, 'built-from.txt');
/** Its root is found by the nearest lock file, which is to be the repository's; its settings are those below. */
const left = ['proxy.ts', 'package-lock.json', 'next.config.mjs'];
const copied = [...sources.filter((path) => !left.includes(path)), 'package.json'];

/** Types were checked by the real build. */
const config = `import theReal from './next.config.real.mjs';
export default { ...theReal, typescript: { ignoreBuildErrors: true } };
`;

/**
 * Builds the console once more as if somebody had deleted proxy.ts, with canaries in every secret setting. Built once
 * for the sources that the real build in `.next` was made of.
 * @returns the folder to serve.
 * @throws Error with the build's own output when it fails.
 */
export function buildWithoutProxy(): string {
  const stamp = readFileSync(join('.next', 'console-sources.txt'), 'utf8') + JSON.stringify(canaries);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of copied) cpSync(path, join(folder, path), { recursive: true });
  cpSync('next.config.mjs', join(folder, 'next.config.real.mjs'));
  writeFileSync(join(folder, 'next.config.mjs'), config);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const build = spawnSync(
    process.execPath,
    [resolve('node_modules', 'next', 'dist', 'bin', 'next'), 'build'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...canaries, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    },
  );
  if (build.status !== 0)
    throw new Error(`The build without proxy.ts failed.\n${build.stdout}\n${build.stderr}`);
  writeFileSync(stampFile, stamp);
  return folder;
}
