import 'server-only';
import { sql, type RawBuilder } from 'kysely';

/** Which of the two databases. */
export type DatabaseKind = 'libsql' | 'postgresql';

/** What differs between the two databases, as data; everything else is one query code for both. */
export interface DatabaseProfile {
  kind: DatabaseKind;
  /** How people call it. */
  label: string;
  /** Milliseconds since 1970 by the database's own clock, which all replicas share. */
  now: RawBuilder<number>;
}

export const profiles: Record<DatabaseKind, DatabaseProfile> = {
  libsql: {
    kind: 'libsql',
    label: 'the embedded database',
    now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  },
  postgresql: {
    kind: 'postgresql',
    label: 'PostgreSQL',
    now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  },
};
