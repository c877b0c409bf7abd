import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig, type ConsoleConfig } from '@/lib/server/config';
import { buildIfNeeded } from './build-if-needed';

/* Entry of `npm start`: checks the settings, builds if needed, serves, and says where and as whom to sign in. */

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const { config } = readConfig();
  buildIfNeeded();
  serve(config);
} catch (error) {
  const message = error instanceof ConfigError || error instanceof Error ? error.message : String(error);
  process.stderr.write(`The console did not start. ${message}\n`);
  process.exitCode = 1;
}

function serve(config: ConsoleConfig): void {
  const next = join('node_modules', 'next', 'dist', 'bin', 'next');
  const server = spawn(process.execPath, [next, 'start', '-p', String(config.port), '-H', config.host], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  let ended = false;
  server.on('exit', (code) => {
    ended = true;
    process.exitCode = code ?? 0;
  });
  void announceWhenReady(config, () => ended);
}

async function announceWhenReady(config: ConsoleConfig, ended: () => boolean): Promise<void> {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  while (!ended()) {
    const ready = await fetch(`http://${host}:${String(config.port)}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) {
      process.stdout.write(welcome(config));
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function welcome(config: ConsoleConfig): string {
  const embedded = config.connections.length === 0;
  const data = embedded
    ? 'the embedded reference service with demo data (kept in data/; nothing leaves this machine)'
    : config.connections.map(({ label }) => label).join(', ');
  return `
MEM Console   ${config.publicUrl.origin}

  Sign in as  Security administrator   sees everything, changes access
              Accountant               item journal lines and metadata
              Auditor                  reads everything, changes nothing
  Data        ${data}
  Real service  set MEM_BASE_URL, MEM_TENANT_ID, MEM_ENVIRONMENT, MEM_COMPANY_ID, MEM_AUTH and its secrets,
                and SIGN_IN=demo; see .env.example and the README, "Connect a real service"
  Stop        Ctrl+C

`;
}
