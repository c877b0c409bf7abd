import 'server-only';
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Role } from '@/lib/contract/session/roles';
import { roleSchema } from '@/lib/contract/session/session';
import type { SignInMode } from '@/lib/contract/session/sign-in';
import { ConsoleError } from '@/lib/server/console-error';
import { isUnavailable, orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { PersonTable, SessionTable, Tables } from '@/lib/server/db/tables';
import type { Caller, LiveSession } from './actor';
import { savePerson, storable } from './person-store';
import { SessionMemory } from './session-memory';
import { sha256 } from '@/lib/server/sha256';
import { newToken } from './token';

/** Who signs in: identity is issuer and subject together. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string;
  roles: readonly Role[];
}

/** A session that has just begun. */
export interface StartedSession {
  token: string;
  session: LiveSession;
  /** The person's roles as of the sign-in before; null at the first one. */
  rolesBefore: string[] | null;
  /** Ids of the person's oldest sessions, ended because there were too many. */
  crowdedOut: string[];
}

/** A session that was ended, and whose it was. */
export interface EndedSession {
  sessionId: string;
  personId: string;
}

interface SessionRules {
  /** Milliseconds without use after which a session ends. */
  idleMs: number;
  /** Milliseconds after which a session ends whatever happens. */
  maxMs: number;
  /** The only issuer whose sessions count: a session of another way to sign in ends with that way. */
  issuer: string;
}

/** Issuer of the demo's people (`demo-people.ts`). */
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
  readonly #memory: SessionMemory;

  constructor(database: Database, rules: SessionRules, memory = new SessionMemory()) {
    this.#database = database;
    this.#rules = rules;
    this.#memory = memory;
  }

  /**
   * Starts a session with a new random token, which is returned once and kept as a hash only.
   * @param within a transaction that more belongs to.
   */
  start(
    identity: Identity,
    caller: Pick<Caller, 'address' | 'agent'>,
    within?: Transaction<Tables>,
  ): Promise<StartedSession> {
    const begin = (transaction: Transaction<Tables>) => this.#start(identity, caller, transaction);
    return orUnavailable(() => (within ? begin(within) : this.#database.kysely.transaction().execute(begin)));
  }

  async #start(
    identity: Identity,
    caller: Pick<Caller, 'address' | 'agent'>,
    transaction: Transaction<Tables>,
  ): Promise<StartedSession> {
    const { now } = this.#database.dialect;
    const token = newToken();
    await transaction
      .deleteFrom('session')
      .where((where) =>
        where.or([where('ends_at', '<=', now), where('used_at', '<=', this.#ago(this.#rules.idleMs))]),
      )
      .execute();
    const { id: personId, rolesBefore } = await savePerson(transaction, { ...identity, now });
    this.#memory.forgetAllOf(personId); // roles may be others now
    await transaction
      .insertInto('session')
      .values({
        token_hash: sha256(token),
        id: randomUUID(),
        person_id: personId,
        address: caller.address,
        agent: storable(caller.agent, 300),
        started_at: now,
        used_at: now,
        ends_at: sql<number>`${now} + ${sql.lit(this.#rules.maxMs)}`,
      })
      .execute();
    const crowdedOut = await transaction
      .deleteFrom('session')
      .where('person_id', '=', personId)
      .where('id', 'not in', (own) =>
        own
          .selectFrom('session')
          .select('id')
          .where('person_id', '=', personId)
          .orderBy('started_at', 'desc')
          .orderBy('used_at', 'desc')
          .limit(mostOfPerson),
      )
      .returning('id')
      .execute();
    const row = await this.#live(transaction).where('token_hash', '=', sha256(token)).executeTakeFirst();
    if (!row) throw new ConsoleError('signed-out', 'The session ended as it began. Sign in again.');
    return { token, session: this.#sessionOf(row), rolesBefore, crowdedOut: crowdedOut.map(({ id }) => id) };
  }

  /** The live session of a token, or null; with `isUse` it counts as used now. */
  find(token: string, isUse: boolean): Promise<LiveSession | null> {
    return orUnavailable(async () => {
      const { kysely, dialect } = this.#database;
      const tokenHash = sha256(token);
      const row = await this.#live()
        .where('token_hash', '=', tokenHash)
        .select(sql<number>`${dialect.now}`.as('now'))
        .executeTakeFirst();
      if (!row) {
        this.#memory.drop(tokenHash);
        return null;
      }
      // A write for every request would cost more than the few seconds of use it notes.
      if (isUse && row.now - row.used_at > this.#rules.idleMs / 60) {
        const noted = await kysely
          .updateTable('session')
          .set({ used_at: dialect.now })
          .where('id', '=', row.id)
          .execute()
          .catch(() => null); // a database that is full can still tell who it is
        if (noted) row.used_at = row.now;
      }
      const session = this.#sessionOf(row);
      this.#memory.remember(tokenHash, session, row.now);
      return session;
    });
  }

  /** As `find`, for what changes nothing: while the database is away, a session found lately counts as it was. */
  async findForReading(token: string, isUse: boolean): Promise<LiveSession | null> {
    try {
      return await this.find(token, isUse);
    } catch (error) {
      const known = this.#memory.recall(sha256(token));
      if (!known || !isUnavailable(error)) throw error;
      return known;
    }
  }

  /** Has the session of a token count no more while the database is away. */
  forget(token: string): void {
    this.#memory.forget(sha256(token));
  }

  /**
   * Live sessions, newest use first.
   * @param of one person, or everyone whose name contains a text, whatever the case of its letters.
   * @returns `complete`: these are all of them.
   */
  list(of: { personId: string } | { name: string }): Promise<{ sessions: LiveSession[]; complete: boolean }> {
    return orUnavailable(async () => {
      const all = this.#live().orderBy('used_at', 'desc').orderBy('session.id');
      const query = 'personId' in of ? all.where('person_id', '=', of.personId) : all;
      // Searched here and not there: SQLite knows the cases of ASCII letters only.
      const wanted = 'name' in of ? of.name.toLowerCase() : '';
      const rows = await (wanted === '' ? query.limit(mostListed + 1) : query).execute();
      const found = rows.filter(({ name }) => name.toLowerCase().includes(wanted));
      const sessions = found.slice(0, mostListed).map((row) => this.#sessionOf(row));
      return { sessions, complete: found.length <= mostListed };
    });
  }

  /**
   * Ends a session by its public id, of one person only if named.
   * @param within a transaction that more belongs to.
   * @returns null when it was not there.
   */
  end(
    sessionId: string,
    personId: string | null,
    within: Kysely<Tables> = this.#database.kysely,
  ): Promise<EndedSession | null> {
    return orUnavailable(async () => {
      if (!isId(sessionId)) return null;
      this.#memory.forgetAllOf(sessionId);
      const all = within.deleteFrom('session').where('id', '=', sessionId);
      const [row] = await (personId === null ? all : all.where('person_id', '=', personId))
        .returning('person_id')
        .execute();
      return row ? { sessionId, personId: row.person_id } : null;
    });
  }

  /** Ends the session of a token, within a transaction if one is given. @returns null when there was none. */
  endByToken(token: string, within: Kysely<Tables> = this.#database.kysely): Promise<EndedSession | null> {
    this.forget(token);
    return orUnavailable(async () => {
      const [row] = await within
        .deleteFrom('session')
        .where('token_hash', '=', sha256(token))
        .returning(['id', 'person_id'])
        .execute();
      return row ? { sessionId: row.id, personId: row.person_id } : null;
    });
  }

  /** Ends every session of a person, within a transaction if one is given. @returns their ids. */
  endOfPerson(personId: string, within: Kysely<Tables> = this.#database.kysely): Promise<string[]> {
    return orUnavailable(async () => {
      if (!isId(personId)) return [];
      this.#memory.forgetAllOf(personId);
      const rows = await within
        .deleteFrom('session')
        .where('person_id', '=', personId)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    });
  }

  #live(on: Kysely<Tables> = this.#database.kysely) {
    return on
      .selectFrom('session')
      .innerJoin('person', 'person.id', 'session.person_id')
      .where('person.issuer', '=', this.#rules.issuer)
      .where('ends_at', '>', this.#database.dialect.now)
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
    return sql<number>`${this.#database.dialect.now} - ${sql.lit(ms)}`;
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

/** A session with its person. */
type SessionRow = Omit<Selectable<SessionTable>, 'token_hash'> &
  Pick<Selectable<PersonTable>, 'name' | 'roles'>;

/** A role that a newer version knew counts for nothing here. */
function rolesOf(json: string): Role[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.flatMap((role) => roleSchema.safeParse(role).data ?? []) : [];
}

/** Whether it may be an id of ours at all; with some other texts, PostgreSQL refuses to look. */
function isId(text: string): boolean {
  return /^[\da-f-]{36}$/.test(text);
}
