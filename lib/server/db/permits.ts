import 'server-only';
import { sql } from 'kysely';
import type { Database } from './database';

/** What a replica says when it asks for permits: its state, so that an answer that was lost does no harm. */
export interface PermitAsk {
  inFlight: number;
  interactive: number;
  background: number;
  /** The service said to wait so long, in ms; null: it did not. */
  pauseMs: number | null;
  /** The service took a request since it last said to wait. */
  taken: boolean;
}

/** What it gets. */
export interface PermitAnswer {
  interactive: number;
  background: number;
  /** When to ask again for what still waits, in ms; null: nothing waits. */
  waitMs: number | null;
  /** For how long nobody may send, in ms. */
  pauseMs: number;
  /** How often in a row the service said to wait. */
  throttles: number;
  /** Replicas seen within ten minutes, this one included. */
  replicas: number;
}

/** What all replicas together may send. */
export interface PermitLimits {
  concurrency: number;
  perWindow: number;
  windowMs: number;
}

/** Asks once; one round trip. Rejects with the driver's own error while the database is away. */
export type Permits = (ask: PermitAsk, limits: PermitLimits) => Promise<PermitAnswer>;

/**
 * Permits for requests of one connection, counted by PostgreSQL over all replicas (migration 0004): never more in flight
 * than `concurrency`, never more in any window than `perWindow`. What a replica has in flight counts for five seconds
 * after it was last heard of. Interactive requests of any replica go before background ones of any other, but while both
 * wait, one in five is a background one. Among replicas with the same right, who has waited longest goes first.
 * @param replica a name that no other process has.
 */
export function permitsOf(database: Database, connection: string, replica: string): Permits {
  return async (ask, limits) => {
    const { rows } = await sql<PermitRow>`select * from take_permits(
      ${connection}, ${replica}, ${ask.inFlight}::integer, ${ask.interactive}::integer, ${ask.background}::integer,
      ${limits.concurrency}::integer, ${limits.perWindow}::integer, ${Math.ceil(limits.windowMs)}::integer,
      ${ask.pauseMs === null ? null : Math.ceil(ask.pauseMs)}::integer, ${ask.taken}::boolean)`.execute(
      database.kysely,
    );
    const [row] = rows;
    if (!row) throw new Error('PostgreSQL gave no answer about permits.');
    const { interactive, background, throttles, replicas } = row;
    return { interactive, background, waitMs: row.wait_ms, pauseMs: row.pause_ms, throttles, replicas };
  };
}

interface PermitRow {
  interactive: number;
  background: number;
  wait_ms: number | null;
  pause_ms: number;
  throttles: number;
  replicas: number;
}
