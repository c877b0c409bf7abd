import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Role } from '@/lib/contract/roles';
import type { Actor } from './actor';

interface StoredSession {
  name: string;
  roles: readonly Role[];
  startedAt: number;
  usedAt: number;
}

interface SessionLimits {
  /** Milliseconds without a request after which a session ends. */
  idleMs: number;
  /** Milliseconds after which a session ends whatever happens. */
  maxMs: number;
}

const mostSessions = 10_000;

/** Sessions in the memory of this process; a restart signs everybody out. */
export class SessionStore {
  readonly #sessions = new Map<string, StoredSession>();
  readonly #limits: SessionLimits;
  readonly #now: () => number;

  constructor(limits: SessionLimits, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Starts a session with a new random id of 256 bits. */
  start(name: string, roles: readonly Role[]): Actor {
    if (this.#sessions.size >= mostSessions) this.#endOldest();
    const sessionId = randomBytes(32).toString('base64url');
    const now = this.#now();
    this.#sessions.set(sessionId, { name, roles, startedAt: now, usedAt: now });
    return { name, roles, sessionId };
  }

  /** The person of a live session and when it will end if unused; marks the session as used. */
  find(sessionId: string): { actor: Actor; expiresAt: number } | null {
    const session = this.#sessions.get(sessionId);
    if (!session) return null;
    const now = this.#now();
    const end = session.startedAt + this.#limits.maxMs;
    if (now >= end || now >= session.usedAt + this.#limits.idleMs) {
      this.#sessions.delete(sessionId);
      return null;
    }
    session.usedAt = now;
    const actor = { name: session.name, roles: session.roles, sessionId };
    return { actor, expiresAt: Math.min(end, now + this.#limits.idleMs) };
  }

  /** Ends a session; nothing happens when it is not there. */
  end(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  #endOldest(): void {
    let oldest: string | undefined;
    let usedAt = Infinity;
    for (const [id, session] of this.#sessions) {
      if (session.usedAt < usedAt) [oldest, usedAt] = [id, session.usedAt];
    }
    if (oldest !== undefined) this.#sessions.delete(oldest);
  }
}
