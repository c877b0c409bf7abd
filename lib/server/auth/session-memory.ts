import 'server-only';
import { RecentMap } from '@/lib/server/recent-map';
import type { LiveSession } from './actor';

/** How long a session that was found counts while the database is away. */
const rememberedMs = 10 * 60_000;
/** Beyond this the ones found longest ago are forgotten. */
const mostRemembered = 10_000;

/** A session that is just being ended may still be found by others until that is committed. */
const endingMs = 10_000;
/** Beyond this the ones that began to end first are taken for ended. */
const mostEnding = 10_000;

interface Remembered {
  session: LiveSession;
  /** By a clock that only goes forward, so that setting the machine's clock back lengthens nothing. */
  until: number;
}

/** The sessions that this process found lately, by the hash of their token. */
export class SessionMemory {
  readonly #byToken = new RecentMap<string, Remembered>(mostRemembered);
  /** What was told to be forgotten lately, and until when it is not remembered again. */
  readonly #ending = new RecentMap<string, number>(mostEnding);
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param now when the session was found, by the database's clock, which its limits go by. */
  remember(tokenHash: string, session: LiveSession, now: number): void {
    this.drop(tokenHash);
    const { sessionId, personId } = session.actor;
    if ([tokenHash, sessionId, personId].some((key) => this.#isEnding(key))) return;
    const limitMs = Math.min(session.expiresAt, session.endsAt) - now;
    this.#byToken.set(tokenHash, { session, until: this.#now() + Math.min(rememberedMs, limitMs) });
  }

  /** The session of a token as it was found last, unless that is too long ago or its own limits have passed. */
  recall(tokenHash: string): LiveSession | null {
    const known = this.#byToken.get(tokenHash);
    return known && this.#now() < known.until ? known.session : null;
  }

  /** Forgets a session that is not there any more. Costs next to nothing: whoever makes up cookies comes here. */
  drop(tokenHash: string): void {
    this.#byToken.delete(tokenHash);
  }

  /** Forgets a session that somebody ends, by its token's hash. */
  forget(tokenHash: string): void {
    this.drop(tokenHash);
    this.#noteEnding(tokenHash);
  }

  /** Forgets whatever goes by a public id of a session or of a person. */
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
