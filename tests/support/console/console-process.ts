import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { labelsHeader } from '@/lib/domain/access/names/labels-reader';
import { controlAt, type ServiceControl } from './reference-service';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/** The production build with its embedded reference service, in a process of its own with its own folder for data. */
export interface ConsoleProcess extends ServiceControl {
  url: string;
  /** Everything it has written so far. */
  output: () => string;
  pid: number;
  /** Where it keeps its data. */
  directory: string;
  /** Nobody reads its standard output any more. */
  closeOutput: () => void;
  /** Ends it by SIGTERM, as usual, or by SIGKILL, and waits until it has ended. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

/** A file that names nothing: records and entities go by their IDs, which tests are about, unless one asks for names. */
function noNames(): string {
  const file = join(temporaryFolder('mem-no-names'), 'names.csv');
  writeFileSync(file, `${labelsHeader}\n`);
  return file;
}

/** What a test may want otherwise than usual. */
interface ConsoleOptions {
  /** The folder whose production build is served; the repository's own unless told. */
  folder?: string;
  /** Where it keeps its data: that of a console that has ended; a new folder unless told. */
  directory?: string;
  /** What is waited for; until it serves unless told. */
  isReady?: (console: Pick<ConsoleProcess, 'url' | 'control'>) => Promise<boolean>;
}

/**
 * Starts the console on free loopback ports and waits until it serves, or what else is waited for.
 * @throws Error with its output when it ends instead.
 */
export async function startConsole(
  env: Record<string, string> = {},
  options: ConsoleOptions = {},
): Promise<ConsoleProcess> {
  for (;;) {
    const ports = [await freePort(), await freePort()] as const;
    try {
      return await startOn(ports, env, options);
    } catch (error) {
      // Somebody else took one of them before the console came to listen.
      if (
        !ports.some((port) => String(error).includes(`EADDRINUSE: address already in use 127.0.0.1:${port}`))
      )
        throw error;
    }
  }
}

async function startOn(
  [port, controlPort]: readonly [number, number],
  env: Record<string, string>,
  options: ConsoleOptions,
): Promise<ConsoleProcess> {
  // A folder of its own, so that a test never touches the demo data of whoever runs it.
  const directory = options.directory ?? temporaryFolder('mem-console');
  const child = spawn(
    process.execPath,
    [join(options.folder ?? resolve('.'), 'lib', 'commands', 'serve.js')],
    {
      cwd: directory,
      env: {
        ...process.env,
        ...withoutSettings(),
        PORT: String(port),
        REFERENCE_CONTROL_PORT: String(controlPort),
        LOG_LEVEL: 'warn',
        MEM_RATE_PER_SECOND: '500', // tests of the rate set their own
        MEM_CONCURRENCY: '16',
        MEM_LABELS_FILE: noNames(),
        MEM_DEMO_HISTORY: 'off', // tests count entries and sets of their own; its own test switches it on
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${String(port)}`;
  const service = controlAt(`http://127.0.0.1:${String(controlPort)}`);
  await untilReady(
    child,
    () => (options.isReady ?? isServing)({ url, ...service }),
    () => output,
  );
  return {
    url,
    output: () => output,
    pid: child.pid ?? 0,
    directory,
    closeOutput: () => child.stdout.destroy(),
    ...service,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

/** No setting of whoever runs the tests, from the environment or a file .env, reaches the console under test. */
function withoutSettings(): Record<string, string> {
  const names = readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=/gm);
  return Object.fromEntries([...names].map(([, name]) => [name ?? '', '']));
}

async function untilReady(
  child: ChildProcess,
  isReady: () => Promise<boolean>,
  output: () => string,
): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The console ended instead of serving:\n${output()}`);
    if (await isReady().catch(() => false)) return; // it does not listen yet
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function isServing({ url }: Pick<ConsoleProcess, 'url'>): Promise<boolean> {
  return (await fetch(`${url}/api/health`)).ok;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
