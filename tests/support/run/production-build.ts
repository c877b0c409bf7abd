import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildIfNeeded } from '@/lib/commands/build-if-needed';

/**
 * A value for every secret setting that no source, bundle, page, header or log may ever hold. They stand in the
 * environment of the build that is tested, as secrets would where the image of a deployment is made.
 */
export const canaries = {
  MEM_PASSWORD: 'canary-mem-password-7f3a91',
  MEM_TOKEN: 'canary-mem-token-51c0de',
  MEM_CLIENT_SECRET: 'canary-mem-client-secret-b24e88',
  OIDC_CLIENT_SECRET: 'canary-oidc-client-secret-90ab17',
  MAIL_URL: 'smtp://console:canary-mail-password-6c02fe@127.0.0.1:9',
  DATABASE_URL: 'postgres://console:canary-database-password-3d77f2@127.0.0.1:1/console',
} as const;

/** What must not be found anywhere: the values themselves, of an address its password. */
export const canaryValues = Object.values(canaries).map(
  (value) => /canary-[a-z0-9-]+/.exec(value)?.[0] ?? value,
);

/** Says of a build which secrets stood in its environment; a build without them removes it. */
const noteOfSecrets = join('.next', 'built-beside.txt');

/** Global setup of the tests that meet the production build: it is one of the sources as they are, made beside secrets. */
export default function buildFirst(): void {
  const secrets = Object.keys(canaries).join(' ');
  const isMadeBesideThem = existsSync(noteOfSecrets) && readFileSync(noteOfSecrets, 'utf8') === secrets;
  if (!isMadeBesideThem) rmSync(join('.next', 'BUILD_ID'), { force: true });
  buildIfNeeded({ ...canaries, TYPES_ARE_CHECKED: 'true' });
  writeFileSync(noteOfSecrets, secrets);
}

/** A dot folder, which the globs of tsconfig.json leave out. */
const without = resolve('test-results', '.without-proxy');

/**
 * Copies the build as it would be if somebody had deleted proxy.ts, which is all that its manifest of functions lists.
 * @returns the folder to serve.
 */
export function buildWithoutProxy(): string {
  rmSync(without, { recursive: true, force: true });
  mkdirSync(without, { recursive: true });
  const left = [join('.next', 'cache'), join('.next', 'dev')];
  cpSync('.next', join(without, '.next'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !left.includes(path),
  });
  for (const path of ['public', 'package.json', 'next.config.mjs', join('lib', 'commands', 'serve.js')])
    cpSync(path, join(without, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(without, 'node_modules'));
  const manifest = join(without, '.next', 'server', 'functions-config-manifest.json');
  const { functions, ...rest } = JSON.parse(readFileSync(manifest, 'utf8')) as { functions: object }; // as Next writes it
  if (Object.keys(functions).join() !== '/_middleware')
    throw new Error('The build has not exactly one proxy, so nothing is known of it without.');
  writeFileSync(manifest, JSON.stringify({ ...rest, functions: {} }));
  rmSync(join(without, '.next', 'server', 'middleware.js'));
  return without;
}
