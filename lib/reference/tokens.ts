import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ReferenceAuth } from './options';

/** Compares two texts in a time that does not tell where they differ. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** The tokens that were issued and still live. */
export class TokenStore {
  private readonly ends = new Map<string, number>();

  constructor(readonly auth: ReferenceAuth) {}

  /** Issues a token; `seconds` is its life. */
  issue(): { token: string; seconds: number } {
    const seconds = this.auth.mode === 'bearer' ? (this.auth.tokenSeconds ?? 3599) : 3599;
    const token = randomBytes(32).toString('base64url');
    for (const [old, end] of this.ends) if (end <= Date.now()) this.ends.delete(old);
    this.ends.set(token, Date.now() + seconds * 1000);
    return { token, seconds };
  }

  /** Ends every issued token at once; returns how many there were. The static token stays. */
  expireAll(): number {
    const count = this.ends.size;
    this.ends.clear();
    return count;
  }

  /** Whether an Authorization header opens the door. */
  accepts(header: string | undefined): boolean {
    const { auth } = this;
    if (auth.mode === 'none') return true;
    const match = /^(\w+) +(\S+)$/.exec(header ?? '');
    const scheme = match?.[1]?.toLowerCase() ?? '';
    const value = match?.[2] ?? '';
    if (auth.mode === 'basic') {
      const given = Buffer.from(value, 'base64').toString();
      return scheme === 'basic' && sameText(given, `${auth.username}:${auth.password}`);
    }
    if (scheme !== 'bearer') return false;
    if (auth.staticToken !== undefined && sameText(value, auth.staticToken)) return true;
    return (this.ends.get(value) ?? 0) > Date.now();
  }

  /** The WWW-Authenticate header of a refusal. */
  challenge(): string {
    return this.auth.mode === 'basic' ? 'Basic realm="reference"' : 'Bearer realm="reference"';
  }
}
