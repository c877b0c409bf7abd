import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'libsql';
import type { Role } from '@/lib/contract/session/roles';
import type { ConsoleProcess } from './console-process';

/** A session as a sign-in leaves it in the console's database. */
export interface WrittenSession {
  /** Public id. */
  id: string;
  /** Header `Cookie` of whoever has it. */
  cookie: string;
}

/**
 * Signs a person with these roles in by writing the rows of a sign-in into the running console's database file, for
 * tests that need many people with any roles and are about something else than signing in.
 * @param issuer the provider that the console trusts, or `demo`.
 */
export function writeSession(console: ConsoleProcess, issuer: string, held: readonly Role[]): WrittenSession {
  const database = new Database(join(console.directory, 'data', 'console.db'));
  try {
    database.pragma('busy_timeout = 5000');
    const token = randomBytes(32).toString('base64url');
    const [person, id] = [randomUUID(), randomUUID()];
    const now = Date.now();
    database
      .prepare(
        'insert into person (id, issuer, subject, name, roles, signed_in_at) values (?, ?, ?, ?, ?, ?)',
      )
      .run(person, issuer, person, `Person ${person.slice(0, 4)}`, JSON.stringify(held), now);
    database
      .prepare(
        'insert into session (token_hash, id, person_id, address, agent, started_at, used_at, ends_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        createHash('sha256').update(token).digest('hex'),
        id,
        person,
        '127.0.0.1',
        'test',
        now,
        now,
        now + 3_600_000,
      );
    return { id, cookie: `mem-session=${token}` };
  } finally {
    database.close();
  }
}
