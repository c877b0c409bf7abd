import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { matrixStatusSchema } from '@/lib/contract/access/access';
import { journalPageSchema } from '@/lib/contract/journal/journal';
import { journalFields } from '@/lib/domain/journal/fields';
import { csvRow } from '@/lib/domain/spreadsheet/csv';
import { buildIfNeeded } from '@/lib/commands/build-if-needed';
import { makeRecords } from '@/lib/reference/data/record-list';
import { parseSize } from '@/lib/reference/data/size';
import { startConsole } from '@/tests/support/console/console-process';
import { signInFrom } from '@/tests/support/console/raw-request';
import { temporaryFolder } from '@/tests/support/run/temporary-folder';

/*
 * `npm run bench -- peers --peers <folder>`: the access page beside other grids, and the journal page with all its fields
 * (`wide`), by the driver in that folder, in turns. The folder has what its README says: `driver/run.mjs`,
 * `driver/report.mjs`, `targets.mjs`, and its pages built.
 */

interface MeasuredPage {
  /** What the reference service holds. */
  size: string;
  path: string;
  adapter: string;
  isComplete: (url: string, cookie: string) => Promise<boolean>;
}

/** All bands of record types unfolded: folded, there would be a row for each type. */
const access = { path: '/access?unfold=*', adapter: 'ours', isComplete: hasWholeMatrix };
const everyField = journalFields.map(({ name }) => name).join(',');
const modes: Readonly<Record<string, MeasuredPage>> = {
  matrix: { ...access, size: 'records=10000,entities=100' },
  wide: {
    size: 'records=1000,entities=24,lines=100000',
    path: `/journal?pageSize=500&columns=${everyField}`,
    adapter: 'ours-wide',
    isComplete: hasAllLines,
  },
  memory: { ...access, size: 'records=100000,entities=200' },
  blank: { ...access, size: 'records=10000,entities=100' },
};
const beside = process.env.BENCH_BESIDE ?? 'glide,revo,rdg,ag';
const repeats = process.env.BENCH_ROUNDS ?? '5';
/** Before the first that is measured: the console is one in use, whose code Node has compiled; the others are files. */
const earlierVisits = Number(process.env.BENCH_EARLIER_VISITS ?? '60');

const folder = argument('--peers');
if (folder === undefined || !existsSync(join(folder, 'driver', 'run.mjs'))) {
  throw new Error('Say where the other grids and their driver are: npm run bench -- peers --peers <folder>');
}
buildIfNeeded();
const bench = copyWithOurs(resolve(folder));
const results = join(bench, 'out', 'results.json');
for (const mode of (argument('--modes') ?? Object.keys(modes).join()).split(',')) {
  const page = modes[mode];
  if (page !== undefined) await measure(mode, page);
}
await node(['driver/report.mjs', results], bench);
rmSync(bench, { recursive: true });

/** Measures all pages in one mode, ours against a console over a service of that mode's size. */
async function measure(mode: string, { size, path, adapter, isComplete }: MeasuredPage): Promise<void> {
  const names = join(temporaryFolder('mem-names'), 'labels.csv');
  writeFileSync(names, mode === 'matrix' ? namesOf(size) : 'recordType,recordId,entityId,name,group\n');
  const served = await startConsole({
    ...{ REFERENCE_SIZE: size, MEM_RATE_PER_SECOND: '1000', MEM_LABELS_FILE: names },
  });
  try {
    const cookie = await signInFrom(served.url, 'security-administrator');
    const start = performance.now();
    while (!(await isComplete(served.url, cookie))) await new Promise((done) => setTimeout(done, 1000));
    process.stdout.write(`Read after ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
    for (let visit = 0; visit < earlierVisits; visit++)
      await (await fetch(`${served.url}${path}`, { headers: { Cookie: cookie } })).text();
    writeFileSync(join(bench, 'storage.json'), JSON.stringify(storage(cookie)));
    appendFileSync(
      join(bench, 'targets.mjs'),
      `\npeers.unshift({ name: 'ours', url: '${served.url}${path}', adapter: 'adapters/${adapter}.js', storage: 'storage.json' });\n` +
        `if (peers[1].name === 'ours') peers.splice(1, 1);\n`,
    );
    const asked = ['--peers', `ours,${beside}`, '--modes', mode, '--repeat', repeats, '--out', results];
    await node(['driver/run.mjs', ...asked, '--append'], bench);
  } finally {
    await served.stop();
    rmSync(served.directory, { recursive: true });
  }
}

/** Every record of a size with a name. */
function namesOf(size: string): string {
  const { types, typeOf, ids } = makeRecords(parseSize(size));
  const rows = ids.map((id, record) => [types[typeOf[record] ?? 0] ?? '', id, '', 'Adatum Corporation', '']);
  return [['recordType', 'recordId', 'entityId', 'name', 'group'], ...rows].map(csvRow).join('');
}

/** A copy of the folder in which our adapter stands beside theirs; what is large is linked. */
function copyWithOurs(theirs: string): string {
  const copy = temporaryFolder('mem-peers');
  for (const entry of readdirSync(theirs)) {
    if (entry === 'node_modules' || entry === 'dist') symlinkSync(join(theirs, entry), join(copy, entry));
    else if (entry !== 'out') cpSync(join(theirs, entry), join(copy, entry), { recursive: true });
  }
  cpSync(join('tests', 'bench', 'peers-adapter.js'), join(copy, 'adapters', 'ours.js'));
  cpSync(join('tests', 'bench', 'peers-adapter-wide.js'), join(copy, 'adapters', 'ours-wide.js'));
  return copy;
}

async function hasWholeMatrix(url: string, cookie: string): Promise<boolean> {
  return matrixStatusSchema.parse(await ask(`${url}/api/access/matrix`, cookie)).complete;
}

/** Whether the console has read all lines. */
async function hasAllLines(url: string, cookie: string): Promise<boolean> {
  return (
    journalPageSchema.parse(await ask(`${url}/api/journal?columns=LineNo`, cookie)).arrived === undefined
  );
}

async function ask(url: string, cookie: string): Promise<unknown> {
  return (await fetch(url, { headers: { Cookie: cookie, Accept: 'application/json' } })).json();
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
