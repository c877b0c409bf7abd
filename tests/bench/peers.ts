import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { matrixStatusSchema } from '@/lib/contract/access';
import { buildIfNeeded } from '@/lib/commands/build-if-needed';
import { startConsole, type ConsoleProcess } from '@/tests/support/console/console-process';
import { signInFrom } from '@/tests/support/console/raw-request';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/*
 * `npm run bench -- peers --peers <folder>`: the access page beside other grids, by the driver in that folder, in turns.
 * The folder has what its README says: `driver/run.mjs`, `driver/report.mjs`, `targets.mjs`, and its pages built.
 */

const sizes = { matrix: 'records=10000,entities=100', memory: 'records=100000,entities=200' } as const;
const beside = process.env.BENCH_BESIDE ?? 'glide,revo,rdg,ag';
const repeats = process.env.BENCH_ROUNDS ?? '5';

const folder = argument('--peers');
if (folder === undefined || !existsSync(join(folder, 'driver', 'run.mjs'))) {
  throw new Error('Say where the other grids and their driver are: npm run bench -- peers --peers <folder>');
}
buildIfNeeded();
const bench = copyWithOurs(resolve(folder));
const results = join(bench, 'out', 'results.json');
for (const mode of (argument('--modes') ?? 'matrix,memory').split(',')) {
  if (mode in sizes) await measure(mode as keyof typeof sizes);
}
await node(['driver/report.mjs', results], bench);
rmSync(bench, { recursive: true });

/** Measures all pages in one mode, ours against a console that serves a matrix of that mode's size. */
async function measure(mode: keyof typeof sizes): Promise<void> {
  const served = await startConsole({ REFERENCE_SIZE: sizes[mode], MEM_RATE_PER_SECOND: '1000' });
  try {
    const cookie = await signInFrom(served.url, 'security-administrator');
    await untilComplete(served, cookie);
    writeFileSync(join(bench, 'storage.json'), JSON.stringify(storage(cookie)));
    appendFileSync(
      join(bench, 'targets.mjs'),
      `\npeers.unshift({ name: 'ours', url: '${served.url}/access', adapter: 'adapters/ours.js', storage: 'storage.json' });\n` +
        `if (peers[1].name === 'ours') peers.splice(1, 1);\n`,
    );
    const asked = ['--peers', `ours,${beside}`, '--modes', mode, '--repeat', repeats, '--out', results];
    await node(['driver/run.mjs', ...asked, '--append'], bench);
  } finally {
    await served.stop();
    rmSync(served.directory, { recursive: true });
  }
}

/** A copy of the folder in which our adapter stands beside theirs; what is large is linked. */
function copyWithOurs(theirs: string): string {
  const copy = temporaryFolder('mem-peers');
  for (const entry of readdirSync(theirs)) {
    if (entry === 'node_modules' || entry === 'dist') symlinkSync(join(theirs, entry), join(copy, entry));
    else if (entry !== 'out') cpSync(join(theirs, entry), join(copy, entry), { recursive: true });
  }
  cpSync(join('tests', 'bench', 'peers-adapter.js'), join(copy, 'adapters', 'ours.js'));
  return copy;
}

/** Waits until the console has the whole matrix, and says how long that took. */
async function untilComplete({ url }: ConsoleProcess, cookie: string): Promise<void> {
  const start = performance.now();
  for (;;) {
    const answer = await fetch(`${url}/api/access/matrix`, {
      headers: { Cookie: cookie, Accept: 'application/json' },
    });
    const status = matrixStatusSchema.parse(await answer.json());
    if (status.complete) {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      process.stdout.write(`${String(status.assignments)} assignments read after ${seconds} s\n`);
      return;
    }
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/** What Playwright calls the storage of a browser: the cookie that carries the session. */
function storage(cookie: string): unknown {
  const [name = '', value = ''] = cookie.split('=');
  const at = { domain: '127.0.0.1', path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' };
  return { cookies: [{ name, value, ...at }], origins: [] };
}

async function node(args: string[], cwd: string): Promise<void> {
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args[0] ?? ''} ended with ${String(code)}.`);
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
