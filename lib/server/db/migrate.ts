import 'server-only';
import { Migrator, type Kysely, type Migration } from 'kysely';
import { DatabaseError, reasonOf } from './database-error';
import { up as sessions } from './migrations/0001-sessions';
import { up as ledger } from './migrations/0002-ledger';
import { up as changeSets } from './migrations/0003-change-sets';
import { up as savedViews } from './migrations/0005-saved-views';
import { up as entityHistory } from './migrations/0006-entity-history';
import { up as requestBudget } from './migrations/0007-request-budget';
import { up as changeSummary } from './migrations/0008-change-summary';
import { up as outsideReview } from './migrations/0009-outside-review';
import { up as writeProbe } from './migrations/0010-write-probe';
import { up as believedRead } from './migrations/0011-believed-read';
import { up as sendBefore } from './migrations/0012-send-before';
import { up as retrying } from './migrations/0013-retrying';
import { up as ledgerCursors } from './migrations/0014-ledger-cursors';
import { up as notices } from './migrations/0015-notices';
import { up as comparedRead } from './migrations/0016-compared-read';
import type { Tables } from './tables';

/** Every migration by number. A released one never changes. */
export const migrations: Record<string, Migration> = {
  '0001-sessions': { up: sessions },
  '0002-ledger': { up: ledger },
  '0003-change-sets': { up: changeSets },
  '0004-budget': { up: () => Promise.resolve() }, // 0007 replaces it
  '0005-saved-views': { up: savedViews },
  '0006-entity-history': { up: entityHistory },
  '0007-request-budget': { up: requestBudget },
  '0008-change-summary': { up: changeSummary },
  '0009-outside-review': { up: outsideReview },
  '0010-write-probe': { up: writeProbe },
  '0011-believed-read': { up: believedRead },
  '0012-send-before': { up: sendBefore },
  '0013-retrying': { up: retrying },
  '0014-ledger-cursors': { up: ledgerCursors },
  '0015-notices': { up: notices },
  '0016-compared-read': { up: comparedRead },
};

/**
 * Runs all migrations in one transaction, so a kill leaves the old schema. @returns the names of those that ran.
 * @throws DatabaseError for a failed migration or a newer schema; the driver's error without a connection.
 */
export async function migrate(
  kysely: Kysely<Tables>,
  list: Record<string, Migration> = migrations,
): Promise<string[]> {
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: () => Promise.resolve(list) },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return (results ?? []).map(({ migrationName }) => migrationName);
  if (error instanceof DatabaseError) throw error; // it names the fault itself
  const reason = reasonOf(error);
  if (/previously executed migration .* is missing/.test(reason)) {
    throw new DatabaseError(
      'The database was made by a newer version of the console. Start that version, or restore a backup of before.',
    );
  }
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  // The database was unreachable, or gave no reason.
  if (failed === undefined) throw error instanceof Error ? error : new Error(reason, { cause: error });
  throw new DatabaseError(
    `The database could not be brought up to date (migration ${failed}) and is as it was before. ${reason}`,
    { cause: error },
  );
}
