import 'server-only';
import type { Logger } from 'pino';
import { counted } from '@/lib/domain/counted';
import type { ErrorCode } from '@/lib/contract/error-codes';
import type { NoticeKind } from '@/lib/contract/notice-kinds';
import type { Database } from '@/lib/server/db/database';
import type { ReplicaSignals } from '@/lib/server/db/replica-signals';
import type { Checkpoints } from '@/lib/server/ledger/checkpoints/checkpoints';
import { LedgerFollower } from '@/lib/server/ledger/ledger-follower';
import type { Ledger } from '@/lib/server/ledger/ledger';
import { verifyLedger } from '@/lib/server/ledger/verify/verify';
import type { Connection } from '@/lib/server/services/connection';
import {
  endState,
  writeNotice,
  writeState,
  type NewNotice,
  type NewState,
  type NoticeBody,
} from '@/lib/server/services/notices/outbox/write-notice';
import { unlessAborted } from '@/lib/server/until';
import { isAnswering } from '@/lib/server/upstream/client';
import { monthEndNotice } from './month-end';
import { noticesOf } from './notices-of-entries';
import { placeOf } from './place';
import { expiryNotices } from './secret-expiry';

interface WatcherParts {
  database: Database;
  ledger: Ledger;
  checkpoints: Pick<Checkpoints, 'folder' | 'key'>;
  signals: ReplicaSignals;
  connections: readonly Connection[];
  log: Logger;
  /** Last day of the secret of sign-in (`2027-01-31`). */
  signInSecretExpires: string | null;
  monthEndDay: number | null;
}

const lookMs = 60_000;
const downAfterMs = 10 * 60_000;
/** The log is verified this long after the start, and then every day. */
const firstVerifyMs = 10 * 60_000;
const verifyEveryMs = 24 * 60 * 60_000;
/** It reads the whole log, so a failed one is not repeated each minute. */
const verifyAgainMs = 15 * 60_000;
const probeLimitMs = 30_000;
const monthEndRetryMs = 15 * 60_000;
/** A step towards the end of a secret is told once, also where the console was down in between. */
const neverOverMs = 10 * 365 * 24 * 60 * 60_000;
/** A set that fails again and again is tried within an hour each time: that is one pause. */
const pauseOverMs = 3 * 60 * 60_000;

/** Why a service does not answer: its own words may name records, entities and people. */
function causeInWords(code: ErrorCode | undefined): string {
  if (code === 'service-refused-credentials') return 'The service refuses the credentials of the console.';
  if (code === 'service-forbidden') return 'The service does not let the console read.';
  if (code === 'service-not-found') return 'The service does not know the address that the console asks.';
  if (code === 'service-throttled') return 'The service asks the console to wait.';
  if (code === 'service-timeout') return 'The service does not answer in time.';
  if (code === 'service-malformed') return 'The service answers in a way that the console cannot read.';
  return 'The service cannot be reached, or fails.';
}

/**
 * Writes notices of what people ought to know: of entries of the log, and of states that are no entry. Keys keep
 * replicas and restarts from writing one notice twice.
 */
export class Watcher {
  readonly #parts: WatcherParts;
  readonly #now: () => number;
  readonly #follower: LedgerFollower;
  readonly #closing = new AbortController();
  /** By connection key, since when its service has not answered. */
  readonly #downSince = new Map<string, number>();
  #nextVerifyAt: number;
  /** By connection key, when a month-end that failed is tried again. */
  readonly #monthEndAfter = new Map<string, number>();
  readonly #busy = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  /** @param now epoch ms. */
  constructor(parts: WatcherParts, now: () => number = Date.now) {
    this.#parts = parts;
    this.#now = now;
    this.#nextVerifyAt = now() + firstVerifyMs;
    const { database, signals, connections, log } = parts;
    this.#follower = new LedgerFollower({
      ...{ database, signals, log },
      name: 'notices',
      from: 'newest',
      handle: async (entries) => {
        const told = await noticesOf(
          database.kysely,
          entries.flatMap(({ entry }) => entry ?? []),
          connections,
        );
        if (told.length === 0) return undefined;
        return async (transaction) => {
          for (const { topic, ...notice } of told)
            if (topic === undefined) await writeNotice(transaction, database.dialect, notice);
            else await writeState(transaction, database.dialect, { topic, ...notice }, pauseOverMs);
        };
      },
    });
  }

  start(): void {
    this.#follower.start();
    this.#timer = setInterval(() => void this.look(), lookMs).unref();
    void this.look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort(new Error('The console is stopping.'));
    await Promise.all(this.#busy.values());
    await this.#follower.stop();
  }

  /** Follows the log to its end and looks at each state once. Never rejects: what failed is looked at again. */
  async look(): Promise<void> {
    await this.#follower.catchUp();
    await Promise.all([
      this.#once('log', () => this.#lookAtLog()),
      this.#once('secrets', () => this.#lookAtSecrets()),
      ...this.#parts.connections.flatMap((connection) => [
        this.#once(connection.key, () => this.#lookAtConnection(connection)),
        this.#once(`month-end ${connection.key}`, () => this.#lookAtMonthEnd(connection)),
      ]),
    ]);
  }

  /** A look that takes long, such as a read of all lines, holds up no other. */
  #once(name: string, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return Promise.resolve();
    const running =
      this.#busy.get(name) ??
      work()
        .catch((error: unknown) => {
          if (!signal.aborted)
            this.#parts.log.warn(
              { err: error },
              'Whether people must be told of a state is not known; it is looked at again.',
            );
        })
        .finally(() => this.#busy.delete(name));
    this.#busy.set(name, running);
    return running;
  }

  async #lookAtConnection(connection: Connection): Promise<void> {
    const { key, drift, mirror } = connection;
    const { label, facts, path } = placeOf([connection], key);
    const tell = (kind: NoticeKind, body: NoticeBody, which = '') =>
      this.#writeState({ topic: `${kind} ${key}${which}`, kind, connection: key, body });
    if (await this.#isDown(connection)) {
      const since = new Date(connection.upstream.health().lastFailure?.since ?? this.#now()).toISOString();
      await tell('connection-down', {
        title: `${label}: the service does not answer`,
        text: `${causeInWords(connection.upstream.health().lastFailure?.code)} Changes wait meanwhile, and pages show older data. The page of connections says more.`,
        path: path('/connections'),
        facts: { ...facts, 'Not answering since': since },
      });
    } else if (isAnswering(connection.upstream.health()) === true)
      await this.#endState({
        topic: `connection-down ${key}`,
        kind: 'connection-down',
        connection: key,
        body: {
          title: `${label}: the service answers again`,
          text: 'Changes that waited go on, and pages show new data after the next read.',
          path: path('/connections'),
          facts,
          isOver: true,
        },
      });
    const doubt = mirror.doubt();
    if (doubt !== null)
      await tell('doubtful-read', {
        title: `${label}: the newest read is in doubt`,
        text: 'It lists so much less than before that the console’s user may have lost a permission, or the service stopped in the middle of its list. The page of access says what is missing; an administrator can accept it there.',
        path: path('/access'),
        facts,
      });
    if (drift === null || drift === 0) return;
    const changed = {
      title: `${label}: the interface of the service has changed`,
      text: `It differs in ${counted(drift, 'place')} from what the console expects.`,
      path: path('/metadata'),
      facts,
    };
    await tell('interface', changed, ` ${String(drift)}`); // a known difference hides no further one
  }

  /** Whether a service has not answered for ten minutes. Asks it once a minute meanwhile: one failure is no outage. */
  async #isDown({ key, upstream }: Connection): Promise<boolean> {
    if (isAnswering(upstream.health()) !== false) {
      this.#downSince.delete(key);
      return false;
    }
    const since = this.#downSince.get(key) ?? this.#now();
    this.#downSince.set(key, since);
    const { signal } = this.#closing;
    await upstream
      .readOne('security', { signal, priority: 'scheduled', deadlineMs: probeLimitMs })
      .catch(() => undefined); // `health` knows
    if (isAnswering(upstream.health()) !== false) {
      this.#downSince.delete(key);
      return false;
    }
    return this.#now() - since >= downAfterMs;
  }

  async #lookAtLog(): Promise<void> {
    const { database, ledger, checkpoints } = this.#parts;
    const { folder, key } = checkpoints;
    if (this.#now() >= this.#nextVerifyAt) {
      this.#nextVerifyAt = this.#now() + verifyAgainMs;
      const verifying = verifyLedger({ database, directory: folder.directory, ownKey: key.fingerprint });
      ledger.lastVerification = await unlessAborted(verifying, this.#closing.signal);
      this.#nextVerifyAt = this.#now() + verifyEveryMs;
    }
    const found = ledger.lastVerification;
    const fault = found?.verdict === 'broken' ? found.summary : folder.losses[0];
    if (fault === undefined) return;
    const body = { title: 'The log is not intact', text: fault, path: '/changes', facts: {} };
    await this.#writeState({ topic: 'log', kind: 'log', connection: null, body });
  }

  async #lookAtSecrets(): Promise<void> {
    const { connections, signInSecretExpires } = this.#parts;
    for (const notice of expiryNotices(connections, signInSecretExpires, this.#now()))
      await this.#writeState(notice, neverOverMs);
  }

  async #lookAtMonthEnd(connection: Connection): Promise<void> {
    const { database, monthEndDay } = this.#parts;
    if (monthEndDay === null) return;
    const { key } = connection;
    const now = this.#now();
    if (now < (this.#monthEndAfter.get(key) ?? 0)) return;
    this.#monthEndAfter.set(key, now + monthEndRetryMs);
    const { signal } = this.#closing;
    const notice = await monthEndNotice(connection, { monthEndDay, now, database, signal });
    this.#monthEndAfter.delete(key);
    if (notice) await this.#write(notice);
  }

  #write(notice: NewNotice): Promise<void> {
    const { database } = this.#parts;
    return this.#inTransaction((transaction) => writeNotice(transaction, database.dialect, notice));
  }

  #writeState(state: NewState, overMs?: number): Promise<void> {
    const { database } = this.#parts;
    return this.#inTransaction((transaction) => writeState(transaction, database.dialect, state, overMs));
  }

  #endState(state: NewState): Promise<void> {
    const { database } = this.#parts;
    return this.#inTransaction((transaction) => endState(transaction, database.dialect, state));
  }

  async #inTransaction(
    write: (transaction: Parameters<typeof writeNotice>[0]) => Promise<boolean>,
  ): Promise<void> {
    const { database, signals } = this.#parts;
    if (await database.kysely.transaction().execute(write)) signals.send('notice', '');
  }
}
