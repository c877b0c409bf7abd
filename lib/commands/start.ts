import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readConfig, type ConsoleConfig } from '@/lib/server/config/config';
import { buildIfNeeded } from './build-if-needed';

/* Entry of `npm start`: checks the settings, builds if needed, serves, and says where and as whom to sign in. */

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const { config } = readConfig();
  await expectFree(config.port, config.host);
  buildIfNeeded();
  serve(config, config.reference.controlPort || (await freePort()));
} catch (error) {
  process.stderr.write(
    `The console did not start. ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}

function serve(config: ConsoleConfig, controlPort: number): void {
  const next = join('node_modules', 'next', 'dist', 'bin', 'next');
  const server = spawn(process.execPath, [next, 'start', '-p', String(config.port), '-H', config.host], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      REFERENCE_CONTROL_PORT: String(controlPort),
    },
  });
  let told = false;
  const stop = (): void => {
    told = true;
    server.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  // npm's shell dies of a signal without passing it on; the console must not outlive it unseen.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 1_000);
  server.on('exit', (code) => {
    clearInterval(watch);
    process.exitCode = told ? 0 : (code ?? 1);
  });
  void announceWhenReady(config, controlPort, () => server.exitCode !== null || told);
}

async function announceWhenReady(
  config: ConsoleConfig,
  controlPort: number,
  ended: () => boolean,
): Promise<void> {
  while (!ended()) {
    const ready = await fetch(`http://${reachable(config.host)}:${String(config.port)}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) {
      process.stdout.write(welcome(config, controlPort));
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** An address to ask this machine's own server at, whatever it listens on. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function welcome(config: ConsoleConfig, controlPort: number): string {
  const real = config.connections.map(
    ({ label, baseUrl, environment, companyId }) =>
      `${label}: ${baseUrl}${environment === undefined ? '' : `, environment ${environment}`}, company ${companyId}; changes are real`,
  );
  const data =
    real.length > 0
      ? `  Data        ${real.join('\n              ')}\n`
      : `  Data        the embedded reference service with demo data, kept in data/reference.db
  Control     http://127.0.0.1:${String(controlPort)}   faults and changes from outside, see lib/reference/README.md
  Real one    set MEM_BASE_URL, MEM_TENANT_ID, MEM_ENVIRONMENT, MEM_COMPANY_ID, MEM_AUTH with its secrets, and
              ${config.oidc ? 'restart' : 'SIGN_IN=demo'}; see .env.example and the README, "Connect a real service"
`;
  return `
MEM Console   ${config.publicUrl.origin}

${config.oidc ? accountWords(config.oidc.issuer) : demoWords}${data}  Database    ${databaseWords(config.databaseUrl)}
  Stop        Ctrl+C

`;
}

const demoWords = `  Sign in as  Security administrator   sees everything, changes access
              Accountant               item journal lines and metadata
              Auditor                  reads everything, changes nothing
`;

function accountWords(issuer: URL): string {
  return `  Sign in     with an account of ${issuer.href}; what to register there: docs/sign-in.md\n`;
}

/** Where the database is, without its user and password. */
function databaseWords(url: string): string {
  if (url.startsWith('file:')) return url.slice('file:'.length);
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}

/** @throws Error naming the port when something listens there already. */
async function expectFree(port: number, host: string): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code !== 'EADDRINUSE')
      throw new Error(`HOST=${host}, PORT=${String(port)} cannot be listened on (${code}).`);
    throw new Error(`Port ${String(port)} is in use. Stop what uses it, or set PORT=${String(port + 1)}.`);
  }
  server.close();
  await once(server, 'close');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
