import 'server-only';
import type { Actor } from './actor';

/** A live session. Times are milliseconds since 1970 by the database's clock. */
export interface LiveSession {
  actor: Actor;
  startedAt: number;
  usedAt: number;
  /** When it ends unless it is used before. */
  expiresAt: number;
  /** When it ends whatever happens. */
  endsAt: number;
  address: string;
  agent: string;
}
