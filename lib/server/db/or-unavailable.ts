import 'server-only';
import { ConsoleError } from '@/lib/server/console-error';
import { DatabaseError, isFromDriver } from './database-error';

const away =
  "The console's database does not answer, or takes nothing at the moment. Nothing was changed. Try again in a minute; if it stays, tell the operator of the console.";
/** Only the log names the file. */
const unusable =
  "The console's database is damaged, so nothing was changed. Tell the operator of the console: its log says which file it is and what to do.";

/** @throws ConsoleError `ledger-unavailable` when the database is away, full or locked; other errors unchanged. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAway(error)) throw error;
    throw new ConsoleError('ledger-unavailable', error instanceof DatabaseError ? unusable : away, {
      cause: error,
    });
  }
}

/** Whether `orUnavailable` threw this; a commit may have succeeded all the same. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ConsoleError && error.code === 'ledger-unavailable';
}

/** PostgreSQL's classes for data, constraints, syntax and names. 25006 (read only) and 28 (no access) are outages. */
const askedWrongly = /^(2[1-467]|25P02|42)/;
const askedWronglyOfSqlite = /^SQLITE_(CONSTRAINT|MISMATCH|RANGE|MISUSE|ERROR$)/;

/** Whether the database is away, full or locked. A driver error without a code is a lost connection. */
export function isAway(error: unknown): boolean {
  if (!isFromDriver(error)) return false;
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return !askedWrongly.test(code) && !askedWronglyOfSqlite.test(code);
}
