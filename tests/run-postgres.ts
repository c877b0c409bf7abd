import { join } from 'node:path';
import { findOrInstallPostgres } from './support/postgres';
import { runOnPostgres } from './support/vitest-run';

/* Entry of `npm run test:postgres`: everything that uses a database, once more on PostgreSQL. The last line counts. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const server = await findOrInstallPostgres(say);
if (server === undefined) {
  say('No PostgreSQL could be found or installed. Set TEST_DATABASE_URL=postgres://… to one.');
  process.exitCode = 1;
} else {
  try {
    const { passed, failed, skipped } = runOnPostgres(server.url, join('test-results', 'reports'));
    const more = skipped > 0 ? `, ${String(skipped)} skipped` : '';
    say(`\n${String(passed)} passed, ${String(failed)} failed${more}`);
    process.exitCode = failed > 0 ? 1 : 0;
  } finally {
    await server.close();
  }
}
