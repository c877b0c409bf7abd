import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '@/lib/server/db/database';
import type { SharedRateLimiter } from './budget';
import { unusedBudget, grantRequests } from './budget-state';
import type { BudgetState } from './budget-state';

/**
 * A budget in PostgreSQL, changed by compare and swap so that a frozen replica holds no lock.
 * @param replica unique.
 */
export function sharedRateLimiter(
  database: Database,
  connection: string,
  replica: string,
): SharedRateLimiter {
  const { kysely, dialect } = database;
  return async (ask, limits) => {
    // The database's clock counts whole milliseconds.
    const whole = { ...limits, windowMs: Math.ceil(limits.windowMs) + 1 };
    for (;;) {
      const { rows } = await sql<{ version: number; state: BudgetState; now: number }>`
        select version, state, ${dialect.now} as now from request_budget where connection = ${connection}`.execute(
        kysely,
      );
      const [row] = rows;
      if (row === undefined) {
        await sql`insert into request_budget (connection, version, state)
          values (${connection}, 0, ${JSON.stringify(unusedBudget())}::json) on conflict do nothing`.execute(
          kysely,
        );
        continue;
      }
      const answer = grantRequests(row.state, replica, ask, whole, row.now);
      const written = await sql`update request_budget
        set version = ${row.version + 1}, state = ${JSON.stringify(row.state)}::json
        where connection = ${connection} and version = ${row.version}`.execute(kysely);
      if (written.numAffectedRows === 1n) return answer;
      await pause(Math.random() * 5);
    }
  };
}
