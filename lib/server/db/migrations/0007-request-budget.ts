import 'server-only';
import { PostgresAdapter, sql, type Kysely } from 'kysely';

/**
 * The state of the request budget that replicas share, one row a connection. PostgreSQL only: with the embedded
 * database there is one process, which counts by itself. Unlogged, for it is written with nearly every request and not
 * worth keeping when the server crashes. What a former migration 0004 made in its place goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`drop function if exists take_permits`.execute(db);
  await sql`drop table if exists budget, budget_send, budget_replica`.execute(db);
  await sql`create unlogged table request_budget (
    connection text primary key not null,
    version bigint not null,
    state json not null
  ) with (fillfactor = 50)`.execute(db);
}
