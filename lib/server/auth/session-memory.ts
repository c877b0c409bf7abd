import 'server-only';
import type { LiveSession } from './actor';

/** How long a session that was found counts while the database is away. */
const rememberedMs = 10 * 60_000;
/** Beyond this the ones found longest ago are forgotten. */
const mostRemembered = 10_000;

/** A session that is just being ended may still be found by others until that is committed. */
const endingMs = 10_000;

interface Remembered {
  session: LiveSession;
  /** By a clock that only goes forward, so that setting the machine's clock back lengthens nothing. */
  until: number;
}

/** The sessions that this process found lately, by the hash of their token. */
export class SessionMemory {
  readonly #byToken = new Map<string, Remembered>();
  /** What was told to be forgotten lately, and until when it is not remembered again. */
  readonly #ending = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param now when the session was found, by the database's clock, which its limits go by. */
  remember(tokenHash: string, session: LiveSession, now: number): void {
    this.#byToken.delete(tokenHash); // the map's order is the order of finding
    const { sessionId, personId } = session.actor;
    if ([tokenHash, sessionId, personId].some((key) => this.#isEnding(key))) return;
    const limitMs = Math.min(session.expiresAt, session.endsAt) - now;
    this.#byToken.set(tokenHash, { session, until: this.#now() + Math.min(rememberedMs, limitMs) });
    const [oldest] = this.#byToken.keys();
    if (this.#byToken.size > mostRemembered && oldest !== undefined) this.#byToken.delete(oldest);
  }

  /** The session of a token as it was found last, unless that is too long ago or its own limits have passed. */
  recall(tokenHash: string): LiveSession | null {
    const known = this.#byToken.get(tokenHash);
    return known && this.#now() < known.until ? known.session : null;
  }

  /** Forgets a session by its token's hash, or whatever goes by a public id of a session or of a person. */
  forget(key: string): void {
    this.#byToken.delete(key);
    for (const [tokenHash, { session }] of this.#byToken) {
      const { sessionId, personId } = session.actor;
      if (sessionId === key || personId === key) this.#byToken.delete(tokenHash);
    }
    for (const [ended] of this.#ending) if (!this.#isEnding(ended)) this.#ending.delete(ended);
    this.#ending.set(key, this.#now() + endingMs);
  }

  #isEnding(key: string): boolean {
    return this.#now() < (this.#ending.get(key) ?? 0);
  }
}
