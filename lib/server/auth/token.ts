import 'server-only';
import { createHash, randomBytes } from 'node:crypto';

/** A new unguessable value of 256 bits, fit for a cookie or an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token: who reads the database cannot sign in with it. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
