import 'server-only';

/** The database cannot be used as it is; the message says what to do. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  /** By name, because Next bundles instrumentation and routes apart: each has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'DatabaseError';
  }
}

/** Known to every copy of this module. */
const ofDriver = Symbol.for('mem-console.database-driver');

/** Marks an error that the driver of the database failed with, and returns it. */
export function fromDriver(error: unknown): unknown {
  if (error instanceof Error) Object.assign(error, { [ofDriver]: true });
  return error;
}

/** Whether the driver of the database failed with this, and not other work beside it. */
export function isFromDriver(error: unknown): error is Error {
  const closed = 'driver has already been destroyed'; // Kysely's words for a database that was closed
  return error instanceof Error && (ofDriver in error || error.message === closed);
}

/** Why something failed, in the words of whatever failed. */
export function reasonOf(error: unknown): string {
  // Of a host with several addresses; it has no words of its own.
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error && error.message !== '' ? error.message : 'no reason was given';
}
