import 'server-only';
import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { roleSchema, type Role } from '@/lib/contract/roles';
import type { SignInMode } from '@/lib/contract/session';
import { ConsoleError } from '@/lib/server/console-error';
import { answered } from '@/lib/server/db/answered';
import type { Database } from '@/lib/server/db/database';
import type { PersonTable, SessionTable } from '@/lib/server/db/tables';
import type { Actor, Caller } from './actor';
import { hashOf, newToken } from './token';

/** Who signs in: identity is issuer and subject together. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string;
  roles: readonly Role[];
}

/** A live session. Times are milliseconds since 1970 by the database's clock. */
export interface LiveSession {
  actor: Actor;
  startedAt: number;
  usedAt: number;
  /** When it ends unless it is used before. */
  expiresAt: number;
  /** When it ends whatever happens. */
  endsAt: number;
  address: string;
  agent: string;
}

interface SessionRules {
  /** Milliseconds without use after which a session ends. */
  idleMs: number;
  /** Milliseconds after which a session ends whatever happens. */
  maxMs: number;
  /** The only issuer whose sessions count: a session of another way to sign in ends with that way. */
  issuer: string;
}

type SessionRow = Omit<Selectable<SessionTable>, 'token_hash'> &
  Pick<Selectable<PersonTable>, 'name' | 'roles'>;

/** Issuer of demo people; their subject is the role. */
export const demoIssuer = 'demo';

/** The issuer whose sessions count. */
export function issuerOf(signIn: SignInMode, oidcIssuer: string | undefined): string {
  return signIn === 'demo' ? demoIssuer : (oidcIssuer ?? '');
}

/**
 * Sessions in the database: a sign-out or revocation holds on every replica with the next request, because each
 * request asks. Roles belong to the person, so the newest sign-in decides for all of the person's sessions.
 * Every method throws ConsoleError `ledger-unavailable` while the database does not answer.
 */
export class SessionStore {
  readonly #database: Database;
  readonly #rules: SessionRules;

  constructor(database: Database, rules: SessionRules) {
    this.#database = database;
    this.#rules = rules;
  }

  /** Starts a session with a new random token, which is returned once and kept as a hash only. */
  start(
    identity: Identity,
    caller: Pick<Caller, 'address' | 'agent'>,
  ): Promise<{ token: string; session: LiveSession }> {
    return answered(async () => {
      const { kysely, profile } = this.#database;
      const token = newToken();
      await kysely.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom('session')
          .where((where) =>
            where.or([
              where('ends_at', '<=', profile.now),
              where('used_at', '<=', this.#ago(this.#rules.idleMs)),
            ]),
          )
          .execute();
        const person = await transaction
          .insertInto('person')
          .values({
            id: randomUUID(),
            issuer: identity.issuer,
            subject: identity.subject,
            name: storable(identity.name, 200),
            roles: JSON.stringify(identity.roles),
            signed_in_at: profile.now,
          })
          .onConflict((conflict) =>
            conflict.columns(['issuer', 'subject']).doUpdateSet((set) => ({
              name: set.ref('excluded.name'),
              roles: set.ref('excluded.roles'),
              signed_in_at: set.ref('excluded.signed_in_at'),
            })),
          )
          .returning('id')
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto('session')
          .values({
            token_hash: hashOf(token),
            id: randomUUID(),
            person_id: person.id,
            address: caller.address,
            agent: storable(caller.agent, 300),
            started_at: profile.now,
            used_at: profile.now,
            ends_at: sql<number>`${profile.now} + ${sql.lit(this.#rules.maxMs)}`,
          })
          .execute();
        await transaction
          .deleteFrom('session')
          .where('person_id', '=', person.id)
          .where('id', 'not in', (own) =>
            own
              .selectFrom('session')
              .select('id')
              .where('person_id', '=', person.id)
              .orderBy('started_at', 'desc')
              .orderBy('used_at', 'desc')
              .limit(mostOfPerson),
          )
          .execute();
      });
      const session = await this.find(token, false);
      if (!session) throw new ConsoleError('signed-out', 'The session ended as it began. Sign in again.');
      return { token, session };
    });
  }

  /** The live session of a token, or null; with `isUse` it counts as used now. */
  find(token: string, isUse: boolean): Promise<LiveSession | null> {
    return answered(async () => {
      const { kysely, profile } = this.#database;
      const row = await this.#live()
        .where('token_hash', '=', hashOf(token))
        .select(sql<number>`${profile.now}`.as('now'))
        .executeTakeFirst();
      if (!row) return null;
      // A write for every request would cost more than the few seconds of use it notes.
      if (isUse && row.now - row.used_at > this.#rules.idleMs / 60) {
        const noted = await kysely
          .updateTable('session')
          .set({ used_at: profile.now })
          .where('id', '=', row.id)
          .execute()
          .catch(() => null); // a database that is full can still tell who it is
        if (noted) row.used_at = row.now;
      }
      return this.#sessionOf(row);
    });
  }

  /**
   * Live sessions, newest use first.
   * @param of one person, or everyone whose name contains a text, whatever the case of its letters.
   * @returns `complete`: these are all of them.
   */
  list(of: { personId: string } | { name: string }): Promise<{ sessions: LiveSession[]; complete: boolean }> {
    return answered(async () => {
      const all = this.#live().orderBy('used_at', 'desc').orderBy('session.id');
      const query = 'personId' in of ? all.where('person_id', '=', of.personId) : all;
      // Searched here and not there: SQLite knows the cases of ASCII letters only.
      const wanted = 'name' in of ? of.name.toLocaleLowerCase() : '';
      const rows = await (wanted === '' ? query.limit(mostListed + 1) : query).execute();
      const found = rows.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
      const sessions = found.slice(0, mostListed).map((row) => this.#sessionOf(row));
      return { sessions, complete: found.length <= mostListed };
    });
  }

  /** Ends a session by its public id, of one person only if named. @returns whether it was there. */
  end(sessionId: string, personId: string | null): Promise<boolean> {
    return answered(async () => {
      if (!isId(sessionId)) return false;
      const all = this.#database.kysely.deleteFrom('session').where('id', '=', sessionId);
      const { numDeletedRows } = await (
        personId === null ? all : all.where('person_id', '=', personId)
      ).executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }

  /** Ends the session of a token, if there is one. */
  endByToken(token: string): Promise<void> {
    return answered(async () => {
      await this.#database.kysely.deleteFrom('session').where('token_hash', '=', hashOf(token)).execute();
    });
  }

  /** Ends every session of a person. @returns how many there were. */
  endOfPerson(personId: string): Promise<number> {
    return answered(async () => {
      if (!isId(personId)) return 0;
      const { numDeletedRows } = await this.#database.kysely
        .deleteFrom('session')
        .where('person_id', '=', personId)
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  }

  #live() {
    return this.#database.kysely
      .selectFrom('session')
      .innerJoin('person', 'person.id', 'session.person_id')
      .where('person.issuer', '=', this.#rules.issuer)
      .where('ends_at', '>', this.#database.profile.now)
      .where('started_at', '>', this.#ago(this.#rules.maxMs)) // the setting may be stricter than it was
      .where('used_at', '>', this.#ago(this.#rules.idleMs))
      .select([
        'session.id',
        'person_id',
        'name',
        'roles',
        'address',
        'agent',
        'started_at',
        'used_at',
        'ends_at',
      ]);
  }

  #ago(ms: number) {
    return sql<number>`${this.#database.profile.now} - ${sql.lit(ms)}`;
  }

  #sessionOf(row: SessionRow): LiveSession {
    return {
      actor: { personId: row.person_id, name: row.name, roles: rolesOf(row.roles), sessionId: row.id },
      startedAt: row.started_at,
      usedAt: row.used_at,
      expiresAt: Math.min(row.ends_at, row.used_at + this.#rules.idleMs),
      endsAt: row.ends_at,
      address: row.address,
      agent: row.agent,
    };
  }
}

/** A page that lists more helps nobody. */
const mostListed = 1_000;
/** Nobody works in more places; the oldest end, so that one account cannot fill the list of all. */
const mostOfPerson = 50;

/**
 * Text for people, cut to a number of characters: without control characters, which PostgreSQL or a terminal takes
 * amiss, without marks that turn the reading direction, by which a name could pose as another, and without halves.
 */
function storable(text: string, most: number): string {
  return [...text.replace(/[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')]
    .slice(0, most)
    .join('');
}

/** Whether it may be an id of ours at all; with some other texts, PostgreSQL refuses to look. */
function isId(text: string): boolean {
  return /^[\da-f-]{36}$/.test(text);
}

/** A role that a newer version knew counts for nothing here. */
function rolesOf(json: string): Role[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.flatMap((role) => roleSchema.safeParse(role).data ?? []) : [];
}
