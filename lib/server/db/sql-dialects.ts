import 'server-only';
import { sql, type RawBuilder } from 'kysely';

export type DatabaseKind = 'libsql' | 'postgresql';

/** The differences between the two databases; all other queries are the same. */
export interface SqlDialect {
  kind: DatabaseKind;
  label: string;
  /** The database's clock in ms since 1970, which all replicas share. */
  now: RawBuilder<number>;
  /** Finds a text in any case. */
  like: RawBuilder<unknown>;
  /** A JSON list as a table `given` for `from`: one parameter for all rows. */
  rowsOf: (json: string, columns: Readonly<Record<string, 'integer' | 'text'>>) => RawBuilder<unknown>;
}

export const sqlDialects: Record<DatabaseKind, SqlDialect> = {
  libsql: {
    kind: 'libsql',
    label: 'the embedded database',
    now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    like: sql`like`,
    rowsOf: (json, columns) => {
      const values = Object.keys(columns).map(
        (name) => sql`json_extract(value, ${sql.lit(`$.${name}`)}) as ${sql.ref(name)}`,
      );
      // Without a limit SQLite would read the list again for every joined row.
      return sql`(select ${sql.join(values)} from json_each(${json}) limit -1) as given`;
    },
  },
  postgresql: {
    kind: 'postgresql',
    label: 'PostgreSQL',
    now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    like: sql`ilike`,
    rowsOf: (json, columns) => {
      const values = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
      return sql`json_to_recordset(${json}::json) as given(${sql.join(values)})`;
    },
  },
};
