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
import { savePerson, storable, type Identity } from './person-store';
import { SessionMemory } from './session-memory';
import { sha256 } from '@/lib/server/sha256';
import { newToken } from './token';

export interface StartedSession {
  token: string;
  session: LiveSession;
  rolesBefore: string[] | null;
  /** Ids of the oldest sessions, ended because the person had too many. */
  crowdedOut: string[];
}

export interface EndedSession {
  sessionId: string;
  personId: string;
}

interface SessionRules {
  idleMs: number;
  maxMs: number;
  /** Sessions of other issuers do not count. */
  issuer: string;
}

export const demoIssuer = 'demo';

export function issuerOf(signIn: SignInMode, oidcIssuer: string | undefined): string {
  return signIn === 'demo' ? demoIssuer : (oidcIssuer ?? '');
}

/**
 * Each request reads its session, so a revocation holds at once on every replica. The newest sign-in sets the
 * roles of all sessions of a person. @throws ConsoleError `ledger-unavailable` from every method.
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

  /** Starts a session; the token is returned once and stored as a hash. @param within the caller's transaction. */
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
    const { id: personId, rolesBefore } = await savePerson(transaction, identity, now);
    this.#memory.forgetAllOf(personId); // roles may have changed
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

  /** The live session of a token, or null; `isUse` extends it. */
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
      // Writing on every request would cost more than these few seconds of use.
      if (isUse && row.now - row.used_at > this.#rules.idleMs / 60) {
        const noted = await kysely
          .updateTable('session')
          .set({ used_at: dialect.now })
          .where('id', '=', row.id)
          .execute()
          .catch(() => null); // a full database can still read
        if (noted) row.used_at = row.now;
      }
      const session = this.#sessionOf(row);
      this.#memory.remember(tokenHash, session, row.now);
      return session;
    });
  }

  /** As `find`; while the database is away, a recently found session counts. */
  async findForReading(token: string, isUse: boolean): Promise<LiveSession | null> {
    try {
      return await this.find(token, isUse);
    } catch (error) {
      const known = this.#memory.recall(sha256(token));
      if (!known || !isUnavailable(error)) throw error;
      return known;
    }
  }

  /** The session no longer counts while the database is away. */
  forget(token: string): void {
    this.#memory.forget(sha256(token));
  }

  /**
   * Live sessions, newest use first: of one person, or with a text in the name.
   * @returns `complete`: these are all.
   */
  list(of: { personId: string } | { name: string }): Promise<{ sessions: LiveSession[]; complete: boolean }> {
    return orUnavailable(async () => {
      const all = this.#live().orderBy('used_at', 'desc').orderBy('session.id');
      const query = 'personId' in of ? all.where('person_id', '=', of.personId) : all;
      // SQLite folds ASCII letters only, so the console compares the names.
      const wanted = 'name' in of ? of.name.toLowerCase() : '';
      const rows = await (wanted === '' ? query.limit(mostListed + 1) : query).execute();
      const found = rows.filter(({ name }) => name.toLowerCase().includes(wanted));
      const sessions = found.slice(0, mostListed).map((row) => this.#sessionOf(row));
      return { sessions, complete: found.length <= mostListed };
    });
  }

  /** Ends a session by its public id, if it is the named person's. @returns null when there is none. */
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

  /** Sessions that have not ended. */
  async count(): Promise<number> {
    return (await this.#live().execute()).length;
  }

  #live(on: Kysely<Tables> = this.#database.kysely) {
    return on
      .selectFrom('session')
      .innerJoin('person', 'person.id', 'session.person_id')
      .where('person.issuer', '=', this.#rules.issuer)
      .where('ends_at', '>', this.#database.dialect.now)
      .where('started_at', '>', this.#ago(this.#rules.maxMs)) // the setting may have become stricter
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

const mostListed = 1_000;
/** A limit for each person keeps one account from filling the list. */
const mostOfPerson = 50;

type SessionRow = Omit<Selectable<SessionTable>, 'token_hash'> &
  Pick<Selectable<PersonTable>, 'name' | 'roles'>;

function rolesOf(json: string): Role[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.flatMap((role) => roleSchema.safeParse(role).data ?? []) : [];
}

/** PostgreSQL refuses to look for some other texts. */
function isId(text: string): boolean {
  return /^[\da-f-]{36}$/.test(text);
}
