import Libsql from 'libsql';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from '@/lib/server/db/tables';

/**
 * Looks into a database that other processes use; the embedded one lets anybody read beside the console that has it.
 * Whoever opens it destroys it.
 */
export function onlooker(url: string): Kysely<Tables> {
  if (url.startsWith('file:')) {
    const database = new Libsql(url.slice('file:'.length));
    database.pragma('busy_timeout = 5000');
    return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  }
  const parse = (...[oid, format]: Parameters<typeof pg.types.getTypeParser>): ((text: string) => unknown) =>
    oid === pg.types.builtins.INT8
      ? Number
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown); // typed any; every parser takes the text
  const pool = new pg.Pool({ connectionString: url, max: 2, types: { getTypeParser: parse } });
  pool.on('error', () => undefined); // the next query opens another connection
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
