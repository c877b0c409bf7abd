import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { cellSchema, type Cell } from '@/lib/contract/access/access';
import type { LedgerFacts } from '@/lib/contract/changes/ledger';
import { cellKey } from '@/lib/domain/access/cell-key';
import {
  matrixDifferences,
  valueOf,
  type CellDifference,
  type CellValue,
} from '@/lib/domain/access/matrix-differences';
import { LastKnownValues } from '@/lib/domain/access/last-known-values';
import { doubtInWords } from '@/lib/domain/access/matrix-figures';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import { lockedHead, type Ledger } from '@/lib/server/ledger/ledger';
import { orLate } from '@/lib/server/until';
import { historyOf, valuesAfter } from '@/lib/server/ledger/cell-history';
import type { CompleteRead, ReadWatcher } from '@/lib/server/services/access/mirror/complete-read';
import { knownReads } from '@/lib/server/services/access/mirror/read-belief';
import { countedOutside } from './outside-review';
import { judge, mostSingle, type Finding, type Suspect } from './outside-rule';

interface OutsideParts {
  /** Key of the connection. */
  connection: string;
  database: Database;
  ledger: Ledger;
  /** A comparison that could not be made; the next read makes up for it. */
  onFailure: (error: unknown) => void;
}

/** A read of which it is known what the ledger held when it began. */
interface Read extends CompleteRead {
  ledgerSeq: number;
  /** The entry by which an administrator last accepted that the service lists less; 0: none did. */
  acceptedSeq: number;
  /** Whether that entry tells of what this read lacks beside the read before. */
  isLackAccepted: boolean;
}

/** What one comparison came to. */
interface Found {
  /** Unexplained cells, as many as are recorded one by one. */
  named: Suspect[];
  /** All unexplained cells, and since when the oldest of them may have changed (ISO). */
  count: number;
  since: string;
  undecided: Suspect[];
}

/** Suspects that are looked up together. */
const atOnce = 500;
/** Cells kept to be looked at with the next read: undecided ones, and those that were read by themselves. */
const mostPostponed = 10_000;
/** A database that takes longer counts as away; the read goes on, and is not compared. */
const patienceMs = 1_000;

/**
 * Finds out what changed in the service without this console: compares every complete read with the one before (the
 * first with what the ledger knows), and records what no entry explains, once for all replicas. What is older and what
 * newer is told by the ledger's numbers, never by clocks.
 */
export class OutsideChanges implements ReadWatcher {
  readonly #parts: OutsideParts;
  /** What the next comparison starts from: the read compared last. */
  #compared: Read | null = null;
  #landed: CompleteRead | null = null;
  #work: Promise<void> | null = null;
  #postponed = new Map<string, Suspect>();
  /** What was counted up to this entry, by whoever, has been reckoned with. */
  #countedSeq = 0;

  constructor(parts: OutsideParts) {
    this.#parts = parts;
  }

  ledgerSeq(): Promise<number | null> {
    const head = this.#parts.ledger.head().then(
      ({ seq }) => seq,
      () => null,
    );
    return orLate(head, patienceMs, null);
  }

  landed(read: CompleteRead): void {
    this.#landed = read;
    this.#work ??= this.#compareAll().finally(() => (this.#work = null));
  }

  proved({ asOf, ledgerSeq }: CompleteRead, cell: Cell, before: CellValue): void {
    if (ledgerSeq === null) return;
    this.#postpone({ cell, before, since: new Date(asOf).toISOString(), sinceSeq: ledgerSeq });
  }

  /** Resolves when every read that has landed was compared. */
  async settled(): Promise<void> {
    await this.#work;
  }

  async #compareAll(): Promise<void> {
    for (let next = this.#landed; next; next = this.#landed) {
      this.#landed = null;
      const { ledgerSeq } = next;
      if (ledgerSeq === null) continue; // nobody can say which entries are newer than it
      const older = this.#compared;
      try {
        await orUnavailable(async () => {
          const read = await this.#afterAcceptance(older, { ...next, ledgerSeq });
          await this.#compare(older, read);
          this.#compared = read;
        });
      } catch (error) {
        this.#parts.onFailure(error);
      }
    }
  }

  /** With what an administrator accepted since the older read. */
  async #afterAcceptance(older: Read | null, read: CompleteRead & { ledgerSeq: number }): Promise<Read> {
    const { connection, database } = this.#parts;
    const { acceptedSeq } = await knownReads(database.kysely, connection);
    const isNews = older !== null && acceptedSeq > older.ledgerSeq;
    return {
      ...read,
      acceptedSeq,
      isLackAccepted: isNews && doubtInWords(older.figures, read.figures) !== null,
    };
  }

  async #compare(older: Read | null, read: Read): Promise<void> {
    const left = this.#postponed;
    this.#postponed = new Map();
    try {
      const found = await this.#find([...left.values()], older, read);
      const undecided = found.count === 0 ? [] : await this.#record(older, read, found);
      for (const one of [...found.undecided, ...undecided]) this.#postpone(one);
    } catch (error) {
      for (const one of left.values()) this.#postpone(one);
      throw error;
    }
  }

  /** The older word about a cell is the one to go by. */
  #postpone(suspect: Suspect): void {
    const key = cellKey(suspect.cell);
    const known = this.#postponed.get(key);
    if (known ? known.sinceSeq <= suspect.sinceSeq : this.#postponed.size >= mostPostponed) return;
    this.#postponed.set(key, suspect);
  }

  async #find(left: readonly Suspect[], older: Read | null, read: Read): Promise<Found> {
    const found: Found = { named: [], count: 0, since: new Date(read.asOf).toISOString(), undecided: [] };
    for await (const suspects of this.#suspects(left, older, read)) {
      for (const [suspect, verdict] of await this.#judged(this.#parts.database.kysely, suspects, read)) {
        if (verdict === null) continue;
        if (verdict === 'undecided') {
          if (found.undecided.length < mostPostponed) found.undecided.push(suspect);
          continue;
        }
        found.count++;
        if (verdict.since < found.since) found.since = verdict.since;
        // The service may have keys that the ledger cannot hold; they are counted.
        const isNamed = found.named.length < mostSingle && cellSchema.safeParse(suspect.cell).success;
        if (isNamed) found.named.push(suspect);
      }
      await nextTurn();
    }
    return found;
  }

  /** What to look up, in parts: cells left from the read before, then those that differ. */
  async *#suspects(
    left: readonly Suspect[],
    older: Read | null,
    read: Read,
  ): AsyncGenerator<Suspect[], void, undefined> {
    yield* parts(left);
    const leftKeys = new Set(left.map(({ cell }) => cellKey(cell)));
    const isNew = ({ cell }: { cell: Cell }) => !leftKeys.has(cellKey(cell));
    const since = new Date((older ?? read).asOf).toISOString(); // where the ledger tells a value, it tells since when
    async function* suspectsOf(found: Iterable<CellDifference[]>, sinceSeq: number) {
      for (const part of found) {
        yield* parts(part.filter(isNew).map(({ cell, before }) => ({ cell, before, since, sinceSeq })));
        await nextTurn();
      }
    }
    if (older === null) {
      const { connection, database } = this.#parts;
      // Among many that were only counted, any cell may have changed: what was told before is no longer known.
      const counted = await countedOutside(database.kysely, connection, { after: 0 });
      const lastSeq = Math.max(counted.lastSeq, read.acceptedSeq); // nor after what was accepted as gone
      const known = new LastKnownValues();
      for await (const page of valuesAfter(database.kysely, connection, lastSeq)) {
        for (const { cell, value } of page) known.record(cell, value);
        await nextTurn();
      }
      yield* suspectsOf(known.contradictedBy(read.matrix), lastSeq);
    } else yield* suspectsOf(matrixDifferences(older.matrix, read.matrix), older.ledgerSeq);
  }

  async #judged(
    kysely: Kysely<Tables>,
    suspects: readonly Suspect[],
    read: Read,
  ): Promise<[Suspect, Finding | 'undecided' | null][]> {
    if (suspects.length === 0) return [];
    const cells = suspects.map(({ cell }) => cell);
    const histories = await historyOf(kysely, this.#parts.connection, cells);
    return suspects.map((suspect) => {
      const history = histories.get(cellKey(suspect.cell));
      const now = valueOf(read.matrix, suspect.cell);
      if (now === null && read.isLackAccepted) return [suspect, null];
      return [suspect, judge(suspect, history, now, read.ledgerSeq)];
    });
  }

  /**
   * Records what was found, unless another replica has done so since it was looked up.
   * @returns what has become undecided meanwhile.
   */
  async #record(older: Read | null, read: Read, found: Found): Promise<Suspect[]> {
    const { connection, database, ledger } = this.#parts;
    const until = new Date(read.endedAt).toISOString();
    const { result, entries } = await ledger.write(async (transaction) => {
      // The head's lock, taken first here: from now on nobody else records.
      const head = await lockedHead(transaction, database.dialect);
      const judged = await this.#judged(transaction, found.named, read);
      const result = {
        headSeq: head?.seq ?? 0,
        undecided: judged.flatMap(([suspect, verdict]) => (verdict === 'undecided' ? [suspect] : [])),
      };
      const findings = judged.flatMap(([, verdict]) => (verdict && verdict !== 'undecided' ? [verdict] : []));
      const uncounted = found.count - found.named.length;
      const sinceSeq = Math.max((older ?? read).ledgerSeq, this.#countedSeq);
      const { count: counted } = await countedOutside(transaction, connection, { after: sinceSeq });
      // Whoever counted some has named as many as go one by one, and theirs need not be the same as ours.
      const explained = counted + (counted > 0 && uncounted > 0 ? mostSingle : 0);
      if (findings.length + uncounted <= explained) return { facts: [], result };
      const facts: LedgerFacts[] = findings.map((one) => ({
        kind: 'access.outside',
        connection,
        ...one,
        until,
      }));
      const { since } = found;
      if (uncounted > 0)
        facts.push({ kind: 'access.outside-more', connection, count: uncounted, since, until });
      return { facts, result };
    });
    this.#countedSeq = Math.max(this.#countedSeq, result.headSeq, entries.at(-1)?.seq ?? 0);
    return result.undecided;
  }
}

function* parts(suspects: readonly Suspect[]): Generator<Suspect[], void, undefined> {
  for (let i = 0; i < suspects.length; i += atOnce) yield suspects.slice(i, i + atOnce);
}
