import 'server-only';
import { RecentMap } from '@/lib/server/recent-map';
import type { LiveSession } from './actor';

/** How long a known session counts while the database is away. */
const rememberedMs = 10 * 60_000;
const mostRemembered = 10_000;

/** Until the end of a session is committed, other requests may still find it. */
const endingMs = 10_000;
const mostEnding = 10_000;

interface Remembered {
  session: LiveSession;
  /** By a clock that never goes back. */
  until: number;
}

export class SessionMemory {
  readonly #byToken = new RecentMap<string, Remembered>(mostRemembered);
  /** Forgotten keys, and until when they stay forgotten. */
  readonly #ending = new RecentMap<string, number>(mostEnding);
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param now time of the read by the database's clock. */
  remember(tokenHash: string, session: LiveSession, now: number): void {
    this.drop(tokenHash);
    const { sessionId, personId } = session.actor;
    if ([tokenHash, sessionId, personId].some((key) => this.#isEnding(key))) return;
    const limitMs = Math.min(session.expiresAt, session.endsAt) - now;
    this.#byToken.set(tokenHash, { session, until: this.#now() + Math.min(rememberedMs, limitMs) });
  }

  recall(tokenHash: string): LiveSession | null {
    const known = this.#byToken.get(tokenHash);
    return known && this.#now() < known.until ? known.session : null;
  }

  /** Forgets a missing session; cheap, because callers may invent cookies. */
  drop(tokenHash: string): void {
    this.#byToken.delete(tokenHash);
  }

  forget(tokenHash: string): void {
    this.drop(tokenHash);
    this.#noteEnding(tokenHash);
  }

  /** Forgets all sessions with this public id of a session or person. */
  forgetAllOf(id: string): void {
    for (const [tokenHash, { session }] of this.#byToken) {
      const { sessionId, personId } = session.actor;
      if (sessionId === id || personId === id) this.drop(tokenHash);
    }
    this.#noteEnding(id);
  }

  #noteEnding(key: string): void {
    this.#ending.set(key, this.#now() + endingMs);
  }

  #isEnding(key: string): boolean {
    return this.#now() < (this.#ending.get(key) ?? 0);
  }
}
