import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const contract = join(import.meta.dirname, 'lib', 'contract');

/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // What pages and console agree on: lib/contract/digest.ts. What was built: lib/server/version.ts.
  env: { CONTRACT_DIGEST: digestOf(contract), CONSOLE_COMMIT: builtCommit() },
  images: { unoptimized: true },
  // Half of the time of a build; a run of all tests has checked the types already.
  typescript: { ignoreBuildErrors: process.env.TYPES_ARE_CHECKED === 'true' },
  experimental: { globalNotFound: true },
  // Native or process-wide packages stay outside the bundle, so that one copy serves every route.
  serverExternalPackages: [
    'libsql',
    'kysely',
    'openid-client',
    'pg',
    'undici',
    'pino',
    'prom-client',
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
    'sirv',
  ],
};

/** Of all files in a folder; '' where there are none, as where a build is served: what it was built with stands in it. */
function digestOf(folder) {
  if (!existsSync(folder)) return '';
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
  for (const name of files.sort()) hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

/** SOURCE_COMMIT, which the build of an image sets, else what git says; '' without both, as in an unpacked archive. */
function builtCommit() {
  const given = process.env.SOURCE_COMMIT ?? '';
  if (given !== '') return given.slice(0, 12);
  if (!existsSync(join(import.meta.dirname, '.git'))) return '';
  try {
    const args = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
    const options = { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' };
    return execFileSync('git', args, options).trim();
  } catch {
    return ''; // git is not installed, or the folder is another user's
  }
}

export default nextConfig;
