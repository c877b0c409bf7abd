import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Scenario } from '@/tests/support/console/scenario';
import { onServer, testedKind } from '@/tests/support/database/test-database';

/** What can be wrong with a database, on the one kind or the other. */
export const troubles =
  testedKind === 'libsql' ? (['read-only', 'full'] as const) : (['read-only', 'away'] as const);

export type Trouble = (typeof troubles)[number];

/** Makes the database refuse what is written, or everything. @returns what makes it well again. */
export async function troubleWith(scenario: Scenario, trouble: Trouble): Promise<() => Promise<void>> {
  const { kysely } = scenario.database;
  if (testedKind === 'libsql') {
    // The file may grow no more: what fits into its last pages is still taken.
    const [ill, well] =
      trouble === 'full'
        ? [sql`pragma max_page_count = 1`, sql`pragma max_page_count = 1073741823`]
        : [sql`pragma query_only = on`, sql`pragma query_only = off`];
    await ill.execute(kysely);
    return async () => void (await well.execute(kysely));
  }
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = new URL(scenario.databaseUrl).pathname.slice(1);
  const [ill, well] =
    trouble === 'away'
      ? [`alter database ${name} allow_connections false`, `alter database ${name} allow_connections true`]
      : [
          `alter database ${name} set default_transaction_read_only = on`,
          `alter database ${name} reset default_transaction_read_only`,
        ];
  const everybodyOut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  await onServer(server, ill);
  await onServer(server, everybodyOut);
  let isIll = true;
  return async () => {
    if (!isIll) return;
    isIll = false;
    await onServer(server, well);
    if (trouble === 'read-only') await onServer(server, everybodyOut);
    await wait(200); // broken connections are noticed, and leave the pool
    while (!(await scenario.database.isUp())) await wait(50);
  };
}
