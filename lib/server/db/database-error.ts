import 'server-only';

/** The database cannot be used; the message says what to do. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  /** By name, because Next bundles this class more than once. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'DatabaseError';
  }
}

const ofDriver = Symbol.for('mem-console.database-driver');

/** Marks an error of the database driver, and returns it. */
export function fromDriver(error: unknown): unknown {
  if (error instanceof Error) Object.assign(error, { [ofDriver]: true });
  return error;
}

/** Whether the database driver failed, and not other work. */
export function isFromDriver(error: unknown): error is Error {
  const closed = 'driver has already been destroyed'; // Kysely's words for a closed database
  return error instanceof Error && (ofDriver in error || error.message === closed);
}

/** The reason in an error's own words. */
export function reasonOf(error: unknown): string {
  // A host with several addresses fails with an AggregateError without a message.
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error && error.message !== '' ? error.message : 'no reason was given';
}
