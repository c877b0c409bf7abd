import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '@/tests/support/console/console-process';
import { installPackages, isDebianRoot } from './debian';
import { temporaryFolder } from './temporary-folder';

/** A PostgreSQL that tests may fill: a given one, or one of our own that can be stopped and started. */
export interface PostgresServer {
  /** `postgres://…`, of a user that may create databases. */
  url: string;
  /** Ends it and removes its data if it is ours; leaves a given one alone. */
  close: () => Promise<void>;
}

/** A server of our own, in a temporary folder, on loopback, ended with the process that started it. */
export interface OwnPostgres extends PostgresServer {
  /** Stops it as an administrator would (fast), keeping port and data. */
  stop: () => Promise<void>;
  /** Starts it again after `stop`. */
  start: () => Promise<void>;
}

/**
 * The server that TEST_DATABASE_URL names, else one of our own, for which on Debian as root the package is installed.
 * @returns undefined where none can be had.
 * @throws Error when the binaries are there and the server does not start; its log is in the message.
 */
export async function findOrInstallPostgres(
  say: (line: string) => void,
): Promise<PostgresServer | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, close: () => Promise.resolve() };
  if (findPostgresBinaries() === undefined && isDebianRoot()) await installPackages(say, 'postgresql');
  const binaries = findPostgresBinaries();
  return binaries === undefined ? undefined : startPostgres(binaries, { fsync: 'off' }); // what must outlast the machine starts its own
}

/** Folder with `initdb` and `postgres`: Debian's newest, or one on the PATH; undefined if none. */
export function findPostgresBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** Starts a server of our own with a random password. PostgreSQL refuses root, so root runs it as user `postgres`. */
export async function startPostgres(
  binaries: string,
  more: Record<string, string> = {},
): Promise<OwnPostgres> {
  const owner = process.getuid?.() === 0 ? userOf('postgres') : undefined;
  const folder = temporaryFolder('mem-postgres');
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const logFile = join(folder, 'log');
  const password = randomBytes(18).toString('hex');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) for (const path of [folder, data, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const made = spawnSync(
    join(binaries, 'initdb'),
    [
      ...['--pgdata', data, '--username', 'mem', '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
    ],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed:\n${made.stdout}${made.stderr}`);

  const port = await freePort();
  const url = `postgres://mem:${password}@127.0.0.1:${String(port)}/postgres`;
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', ...more };
  let server: ChildProcess | undefined;
  const end = (): void => void server?.kill('SIGINT');
  const start = async (): Promise<void> => {
    // A file, because a pipe that nobody reads meanwhile would fill up and hold the server.
    const log = openSync(logFile, 'a');
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${String(value)}`]);
    const where = { ...owner, cwd: folder };
    server = spawn(join(binaries, 'postgres'), ['-D', data, ...args], {
      ...where,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await untilAnswering(server, url, () => readFileSync(logFile, 'utf8'));
  };
  const stop = async (): Promise<void> => {
    if (!server || hasEnded(server)) return;
    const ended = once(server, 'exit');
    end();
    await ended;
  };
  process.on('exit', end);
  const close = async (): Promise<void> => {
    await stop();
    process.off('exit', end);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return { url, stop, start, close };
}

async function untilAnswering(server: ChildProcess, url: string, log: () => string): Promise<void> {
  for (;;) {
    if (hasEnded(server)) throw new Error(`PostgreSQL ended instead of serving:\n${log()}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined); // told by the refused connection already
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (answers) return;
    await wait(50);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** The numbers of a user, by the system's own list. */
function userOf(name: string): { uid: number; gid: number } {
  const [uid, gid] = ['-u', '-g'].map((which) => Number(spawnSync('id', [which, name]).stdout));
  if (!uid || !gid)
    throw new Error(`PostgreSQL refuses to run as root, and there is no user ${name} to run it as.`);
  return { uid, gid };
}
