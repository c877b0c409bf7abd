import 'server-only';

/** The database cannot be used as it is; the message says what to do. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  /** By name, because Next bundles instrumentation and routes apart: each has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'DatabaseError';
  }
}

/** Why something failed, in the words of whatever failed. */
export function reasonOf(error: unknown): string {
  // Of a host with several addresses; it has no words of its own.
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error && error.message !== '' ? error.message : 'no reason was given';
}
