import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { readConfig } from '@/lib/server/config/config';
import { buildIfNeeded } from './build-if-needed';

/* First half of `npm start`: says what is wrong with the settings before a build takes its time, then builds if needed. */

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const { config } = readConfig();
  await expectFree(config.port, config.host);
  buildIfNeeded();
} catch (error) {
  process.stderr.write(
    `The console did not start. ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
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
