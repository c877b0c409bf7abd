import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFirefox } from './engines/firefox';
import { jobs } from './engines/jobs';
import { EnginePage } from './engines/page';
import { startWebKit } from './engines/webkit';
import { startConsole } from './support/console/console-process';
import buildFirst from './support/run/production-build';
import { emptyTally, failureLine, tallyInWords } from './support/run/tally';
import ownTemporaryFolder from './support/run/temporary-folder';

/*
 * A part of `npm run test:all`: one job of each page in Firefox and in WebKitGTK, on the production build. Of a job that
 * fails, a picture lies in `test-results/engines`. The last line counts.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const pictures = join('test-results', 'engines');
mkdirSync(pictures, { recursive: true });
const removeTemporaryFolder = ownTemporaryFolder();
const tally = emptyTally();
buildFirst();
for (const [name, start] of [
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
] as const)
  // prettier-ignore
  await runIn(name, start);
try {
  removeTemporaryFolder();
} catch (error) {
  say(String(error));
  tally.failed++;
}
say(tallyInWords(tally));
process.exitCode = tally.failed > 0 ? 1 : 0;

/** Does all jobs in one engine, each engine on a console of its own. */
async function runIn(name: string, start: typeof startFirefox): Promise<void> {
  const engine = await start(say).catch((error: unknown) => {
    fail(name, 'start', error);
    return undefined;
  });
  if (engine === null) {
    tally.skipped += jobs.length;
    say(`SKIPPED: ${name} could not be found or installed.`);
  }
  if (!engine) return;
  const console = await startConsole({ MEM_DEMO_HISTORY: 'on' });
  try {
    await engine.resize(1440, 900);
    const page = new EnginePage(engine, console.url);
    for (const [at, job] of jobs.entries()) {
      try {
        await job.does(page);
        const errors = await page.errors();
        if (errors.length > 0) throw new Error(`The page told of errors: ${errors.join('; ')}`);
        tally.passed++;
        say(`ok: ${name} › ${job.name}`);
      } catch (error) {
        fail(name, job.name, error);
        const picture = await engine.picture().catch(() => null);
        if (picture) writeFileSync(join(pictures, `${name}-${String(at + 1)}.png`), picture);
        if (at === 0) break; // nobody is signed in
      }
    }
  } finally {
    await engine.close();
    await console.stop();
  }
}

function fail(engine: string, job: string, error: unknown): void {
  const line = failureLine(engine, job, String(error));
  tally.failed++;
  tally.failures.push(line);
  say(`FAILED: ${line}`);
}
