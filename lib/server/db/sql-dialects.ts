import 'server-only';
import { sql, type RawBuilder } from 'kysely';

/** Which of the two databases. */
export type DatabaseKind = 'libsql' | 'postgresql';

/** What differs between the two databases, as data; everything else is one query code for both. */
export interface SqlDialect {
  kind: DatabaseKind;
  /** How people call it. */
  label: string;
  /** Milliseconds since 1970 by the database's own clock, which all replicas share. */
  now: RawBuilder<number>;
  /** The operator that finds a text whatever the case of its letters. */
  like: RawBuilder<unknown>;
  /** Rows out of a JSON list of objects, as what stands after `from` under the name `given`: one parameter for all. */
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
      // The limit keeps SQLite from reading the list anew for every row that it is joined with.
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
