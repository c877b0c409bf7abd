import 'server-only';
import { PostgresAdapter, sql, type Kysely } from 'kysely';

/** The shared request budget, in PostgreSQL only. Unlogged, because each request writes it and a crash may lose it. */
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
