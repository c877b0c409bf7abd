import 'server-only';
import type { Kysely } from 'kysely';
import { areAlike, doubtInWords, type MatrixFigures } from '@/lib/domain/access/matrix-figures';
import { ConsoleError } from '@/lib/server/console-error';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import { withTimeLimit } from '@/lib/server/until';

interface BeliefParts {
  connection: string;
  database: Database;
  /** Called when the figures could not be stored; the next read tries again. */
  onFailure: (error: unknown) => void;
  /** Milliseconds between a doubtful read and the second one. */
  secondReadAfterMs?: number;
}

interface KnownReads {
  believed: MatrixFigures | null;
  /** A smaller list that a second read confirmed and no administrator has accepted. */
  doubted: MatrixFigures | null;
  /** Ledger entry by which an administrator last accepted a smaller list; 0 if none. */
  acceptedSeq: number;
}

interface DoubtfulRead {
  words: string;
  /** Figures of the last believed read, or of this read without one. */
  before: MatrixFigures;
  /** Why it is not shown yet; null: a second read agrees, so the mirror shows it with its doubt. */
  refusal: ConsoleError | null;
}

const databaseLimitMs = 1_000;

/** Decides whether a complete read is believed. Its figures are in the database, for restarts and other replicas. */
export class ReadBelief {
  readonly #parts: BeliefParts;
  readonly #secondReadAfterMs: number;
  #last: KnownReads | null = null;
  #waiting: { figures: MatrixFigures; words: string; endedTick: number } | null = null;

  constructor(parts: BeliefParts) {
    this.#parts = parts;
    this.#secondReadAfterMs = parts.secondReadAfterMs ?? 60_000;
  }

  /** Why the newest read waits for a second one; null if it does not. */
  get waitingWords(): string | null {
    return this.#waiting?.words ?? null;
  }

  /**
   * Compares a complete read with the last believed one and stores its figures. Null: it is believed.
   * @param beganTick when the read began, by `performance.now()`.
   * @throws ConsoleError `ledger-unavailable` if this process does not know the earlier figures.
   */
  async judge(now: MatrixFigures, beganTick: number): Promise<DoubtfulRead | null> {
    const known = await this.#known();
    const words = doubtInWords(known.believed, now);
    if (words === null) {
      if (!(await this.#keep(known, { ...known, believed: now, doubted: null })))
        return this.judge(now, beganTick);
      this.#waiting = null;
      return null;
    }
    const before = known.believed ?? now;
    const waiting = this.#waiting && areAlike(this.#waiting.figures, now) ? this.#waiting : null;
    const isSecond = waiting !== null && beganTick - waiting.endedTick >= this.#secondReadAfterMs;
    const isKnown = known.doubted !== null && areAlike(known.doubted, now);
    if (isSecond || isKnown) {
      const doubted = isKnown ? known.doubted : now;
      if (!(await this.#keep(known, { ...known, doubted }))) return this.judge(now, beganTick);
      this.#waiting = null;
      // All replicas use the words that an administrator accepts.
      return { words: (doubted && doubtInWords(known.believed, doubted)) ?? words, before, refusal: null };
    }
    this.#waiting = { figures: now, words, endedTick: waiting?.endedTick ?? performance.now() };
    const leftMs = this.#waiting.endedTick + this.#secondReadAfterMs - performance.now();
    const refusal = new ConsoleError(
      'service-unavailable',
      `${words} It is not shown before a second read, a minute later, says the same; an administrator can then accept it.`,
      {
        title: 'The service lists less than before',
        retryAfterSeconds: Math.ceil(Math.max(0, leftMs) / 1_000),
      },
    );
    return { words, before, refusal };
  }

  async #known(): Promise<KnownReads> {
    const { connection, database } = this.#parts;
    const read = orUnavailable(() => knownReads(database.kysely, connection));
    this.#last = (await withTimeLimit(read, databaseLimitMs, null).catch(() => null)) ?? this.#last;
    if (this.#last !== null) return this.#last;
    throw new ConsoleError(
      'ledger-unavailable',
      'The console’s database does not answer, so it is not known how much the service listed before. Nothing is shown as complete.',
    );
  }

  /** @returns false if another replica or an administrator wrote first; then the caller judges again. */
  async #keep(known: KnownReads, next: KnownReads): Promise<boolean> {
    const { connection, database, onFailure } = this.#parts;
    if (JSON.stringify(this.#last) === JSON.stringify(next)) return true;
    this.#last = next;
    const text = (figures: MatrixFigures | null) => figures && JSON.stringify(figures);
    const believed = next.doubted === null && { figures: text(next.believed) };
    const row = { ...believed, doubted: text(next.doubted) };
    const write = orUnavailable(() =>
      database.kysely
        .insertInto('believed_read')
        .values({ connection, ...row })
        .onConflict((conflict) => {
          const update = conflict
            .column('connection')
            .doUpdateSet(row)
            .where('believed_read.accepted_seq', '=', known.acceptedSeq);
          if (next.doubted === null) return update;
          const doubted = text(known.doubted);
          return update.where('believed_read.doubted', doubted === null ? 'is' : '=', doubted);
        })
        .returning('connection')
        .executeTakeFirst(),
    );
    try {
      const kept = await withTimeLimit(write, databaseLimitMs, 'late');
      if (kept === 'late')
        throw new ConsoleError('ledger-unavailable', 'The console’s database does not answer.');
      return kept !== undefined;
    } catch (error) {
      onFailure(error);
      return true;
    }
  }
}

export async function knownReads(kysely: Kysely<Tables>, connection: string): Promise<KnownReads> {
  const row = await kysely
    .selectFrom('believed_read')
    .selectAll()
    .where('connection', '=', connection)
    .executeTakeFirst();
  const figures = (text: string | null | undefined) =>
    text == null ? null : (JSON.parse(text) as MatrixFigures); // as `ReadBelief` writes it
  return {
    believed: figures(row?.figures),
    doubted: figures(row?.doubted),
    acceptedSeq: row?.accepted_seq ?? 0,
  };
}
