import { join } from 'node:path';
import { findOrInstallPostgres } from './support/run/postgres';
import { tallyInWords } from './support/run/tally';
import { runOnPostgres } from './support/run/vitest-run';

/* Entry of `npm run test:postgres`: everything that uses a database, once more on PostgreSQL. The last line counts. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const server = await findOrInstallPostgres(say);
if (server === undefined) {
  say('No PostgreSQL could be found or installed. Set TEST_DATABASE_URL=postgres://… to one.');
  process.exitCode = 1;
} else {
  try {
    const tally = await runOnPostgres(server.url, join('test-results', 'reports'));
    say(tallyInWords(tally));
    process.exitCode = tally.failed > 0 ? 1 : 0;
  } finally {
    await server.close();
  }
}
