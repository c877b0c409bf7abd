import 'server-only';
import { ConsoleError } from '@/lib/server/console-error';
import { DatabaseError, isFromDriver } from './database-error';

const away =
  "The console's database does not answer, or takes nothing at the moment. Nothing was changed. Try again in a minute; if it stays, tell whoever runs the console.";
/** Which file it is stands in the log alone. */
const unusable =
  "The console's database is damaged, so nothing was changed. Tell whoever runs the console: its log says which file it is and what to do.";

/**
 * Does work with the console's database.
 * @throws ConsoleError `ledger-unavailable` when the database is away, full or locked; any other failure as it is.
 */
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

/** Whether an error is one of `orUnavailable`: nothing was written, or nobody can say whether it was. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ConsoleError && error.code === 'ledger-unavailable';
}

/**
 * Classes of PostgreSQL's error codes that lie in what was asked: data, constraints, syntax and names. Not 25006, a server
 * that takes no writes (a standby, or one whose disk is full), and not 28, one that no longer lets the console in.
 */
const askedWrongly = /^(2[1-467]|25P02|42)/;
const askedWronglyOfSqlite = /^SQLITE_(CONSTRAINT|MISMATCH|RANGE|MISUSE|ERROR$)/;

/**
 * Whether an error says that the database is away, full or locked. Only errors of its driver do; one without a code comes
 * from a connection or the pool.
 */
export function isAway(error: unknown): boolean {
  if (!isFromDriver(error)) return false;
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return !askedWrongly.test(code) && !askedWronglyOfSqlite.test(code);
}
