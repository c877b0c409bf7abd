import 'server-only';
import { randomBytes } from 'node:crypto';

/** A random value of 256 bits, fit for a cookie or an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
