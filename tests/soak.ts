import { join } from 'node:path';
import { findOrInstallPostgres } from './support/run/postgres';
import { addTally, tallyInWords } from './support/run/tally';
import { runVitest } from './support/run/vitest-run';

/*
 * Entry of `npm run test:soak`: consoles killed at 200 random moments on the embedded database, and 200 on PostgreSQL.
 * MOMENTS and SEED change how many, and which. The last line counts.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const reports = join('test-results', 'reports');
const which = ['run', 'tests/integration/changes/killed-at-random.test.ts'];
const moments = { MOMENTS: process.env.MOMENTS ?? '200' };

const tally = await runVitest(join(reports, 'soak.json'), which, {
  env: { ...moments, TEST_DATABASE_URL: '' },
});
const server = await findOrInstallPostgres(say);
if (server === undefined) {
  say(
    'SKIPPED: on PostgreSQL, which could not be found or installed. Set TEST_DATABASE_URL=postgres://… to one.',
  );
} else {
  const env = { ...moments, TEST_DATABASE_URL: server.url };
  addTally(tally, await runVitest(join(reports, 'soak-postgresql.json'), which, { env }));
  await server.close();
}
say(tallyInWords(tally));
process.exitCode = tally.failed > 0 ? 1 : 0;
