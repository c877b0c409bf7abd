import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { billOfMaterials, type Lockfile } from './bill-of-materials';

/** Everything that a production build is made of. */
const sources = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'proxy.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];
const stampFile = join('.next', 'console-sources.txt');

/**
 * Makes the production build in `.next`, with its static files packed and its bill of materials (`sbom.cdx.json`), unless
 * the one there was made of exactly these sources.
 * @param env more variables for the environment of a build that is made.
 * @throws Error when the build fails; its own output has said why.
 */
export function buildIfNeeded(env: Record<string, string> = {}): void {
  const digest = digestOf(sources);
  if (
    existsSync(join('.next', 'BUILD_ID')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === digest
  )
    return;
  rmSync(stampFile, { force: true }); // a build that fails must not look like the one before
  process.stdout.write('Building the console (once; a minute or two) …\n');
  const build = spawnSync(process.execPath, [join('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
    stdio: 'inherit',
    env: { ...process.env, ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (build.status !== 0) throw new Error('The build failed. The lines above say where.');
  compressFiles(join('.next', 'static'));
  const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile; // npm wrote it
  writeFileSync(join('.next', 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(lockfile), null, 2)}\n`);
  writeFileSync(stampFile, digest);
}

function digestOf(paths: string[]): string {
  const hash = createHash('sha256');
  const walk = (path: string): void => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) walk(join(path, name));
    } else {
      hash.update(path).update('\0').update(readFileSync(path)).update('\0');
    }
  };
  for (const path of paths) walk(path);
  return hash.digest('hex');
}

/** What gets smaller; fonts and pictures are packed already. */
const kinds = new Set(['.js', '.css', '.svg', '.json', '.txt']);

/** Puts a brotli (`.br`) and a gzip (`.gz`) copy beside every file in `folder` and below that a server may send packed. */
function compressFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !kinds.has(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: hint })); // of the best quality unless told
    writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}
