import 'server-only';
import type { SqliteDatabase } from 'kysely';

/** Statements kept; the console has about as many shapes. */
const most = 300;
/** Longer ones are lists of changing length, which seldom come again. */
const longest = 4_000;

/**
 * Has SQLite keep what it has compiled: that takes as long as running it. A statement is used by one query at a time,
 * because Kysely gives the one connection to one after the other.
 */
export function keepingCompiled(database: SqliteDatabase): SqliteDatabase {
  const kept = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  return {
    prepare: (text) => {
      const statement = kept.get(text) ?? database.prepare(text);
      if (text.length > longest) return statement;
      kept.delete(text);
      kept.set(text, statement); // the newest is last
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return statement;
    },
    close: () => {
      kept.clear();
      database.close();
    },
  };
}
