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
import type { GrowingMatrix } from '@/lib/domain/access/growing-matrix';
import { LastKnownValues } from '@/lib/domain/access/last-known-values';
import { doubtInWords } from '@/lib/domain/access/matrix-figures';
import { orUnavailable } from '@/lib/server/db/or-unavailable';
import type { Database } from '@/lib/server/db/database';
import type { Tables } from '@/lib/server/db/tables';
import { lockedHead, type Ledger } from '@/lib/server/ledger/ledger';
import { withTimeLimit } from '@/lib/server/until';
import { historyOf, valuesAfter } from '@/lib/server/ledger/cell-history';
import type { CompleteRead, ReadWatcher } from '@/lib/server/services/access/mirror/mirror';
import { knownReads } from '@/lib/server/services/access/mirror/read-belief';
import { StoredRead, type ComparedRead } from './compared-read';
import { countedOutside } from './outside-review';
import { judge, mostSingle, type Finding, type Suspect } from './outside-rule';

interface OutsideParts {
  connection: string;
  /** Tells its companies apart, also after its address was changed. */
  company: string;
  database: Database;
  ledger: Ledger;
  onFailure: (error: unknown) => void;
}

interface Read extends CompleteRead, ComparedRead {
  matrix: GrowingMatrix;
  ledgerSeq: number;
  /** Ledger entry by which an administrator last accepted a smaller list; 0 if none. */
  acceptedSeq: number;
  /** Whether that entry explains what this read lacks compared with the read before. */
  isLackAccepted: boolean;
}

interface Found {
  named: Suspect[];
  /** All unexplained cells; none changed before `since` (ISO). */
  count: number;
  since: string;
  undecided: Suspect[];
}

const cellsAtOnce = 500;
const mostPostponed = 10_000;
const databaseLimitMs = 1_000;

/**
 * Detects changes in the service that this console did not make: compares every complete read with the one before, the
 * first after a start with the one that is stored, or else with the ledger, and records what no entry explains, once for all replicas. Ledger numbers decide
 * what is older.
 */
export class OutsideChanges implements ReadWatcher {
  readonly #parts: OutsideParts;
  readonly #stored: StoredRead;
  #compared: ComparedRead | null = null;
  #toCompare: CompleteRead | null = null;
  #work: Promise<void> | null = null;
  #postponed = new Map<string, Suspect>();
  /** Counts in entries up to this one are included. */
  #countedSeq = 0;

  constructor(parts: OutsideParts) {
    this.#parts = parts;
    this.#stored = new StoredRead(parts.database, parts.connection, parts.company);
  }

  ledgerSeq(): Promise<number | null> {
    const head = this.#parts.ledger.head().then(
      ({ seq }) => seq,
      () => null,
    );
    return withTimeLimit(head, databaseLimitMs, null);
  }

  onBelieved(read: CompleteRead): void {
    this.#toCompare = read;
    this.#work ??= this.#compareAll().finally(() => (this.#work = null));
  }

  onDifference({ asOf, ledgerSeq }: CompleteRead, cell: Cell, before: CellValue): void {
    if (ledgerSeq === null) return;
    this.#postpone({ cell, before, since: new Date(asOf).toISOString(), sinceSeq: ledgerSeq });
  }

  async settled(): Promise<void> {
    await this.#work;
  }

  async #compareAll(): Promise<void> {
    for (let next = this.#toCompare; next; next = this.#toCompare) {
      this.#toCompare = null;
      const { ledgerSeq } = next;
      if (ledgerSeq === null) continue; // its age relative to ledger entries is unknown
      try {
        await orUnavailable(async () => {
          const older = this.#compared ?? (await this.#stored.read());
          const read = await this.#afterAcceptance(older, { ...next, ledgerSeq });
          const isSame = await this.#compare(older, read);
          this.#compared = read;
          if (this.#postponed.size > 0) return; // after a restart they are found again
          if (isSame && older?.ledgerSeq === ledgerSeq) await this.#stored.confirm(read);
          else await this.#stored.write(read);
        });
      } catch (error) {
        this.#parts.onFailure(error);
      }
    }
  }

  async #afterAcceptance(
    older: ComparedRead | null,
    read: CompleteRead & { ledgerSeq: number },
  ): Promise<Read> {
    const { connection, database } = this.#parts;
    const { acceptedSeq } = await knownReads(database.kysely, connection);
    const isNewlyAccepted = older !== null && acceptedSeq > older.ledgerSeq;
    return {
      ...read,
      acceptedSeq,
      isLackAccepted: isNewlyAccepted && doubtInWords(older.figures, read.figures) !== null,
    };
  }

  /** @returns whether nothing unexplained was found. */
  async #compare(older: ComparedRead | null, read: Read): Promise<boolean> {
    const left = this.#postponed;
    this.#postponed = new Map();
    try {
      const found = await this.#find([...left.values()], older, read);
      const undecided = found.count === 0 ? [] : await this.#record(older, read, found);
      for (const one of [...found.undecided, ...undecided]) this.#postpone(one);
      return older !== null && found.count === 0;
    } catch (error) {
      for (const one of left.values()) this.#postpone(one);
      throw error;
    }
  }

  /** Keeps the oldest known value of a cell. */
  #postpone(suspect: Suspect): void {
    const key = cellKey(suspect.cell);
    const known = this.#postponed.get(key);
    if (known ? known.sinceSeq <= suspect.sinceSeq : this.#postponed.size >= mostPostponed) return;
    this.#postponed.set(key, suspect);
  }

  async #find(left: readonly Suspect[], older: ComparedRead | null, read: Read): Promise<Found> {
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
        // The ledger cannot store some keys of a service; those are only counted.
        const isNamed = found.named.length < mostSingle && cellSchema.safeParse(suspect.cell).success;
        if (isNamed) found.named.push(suspect);
      }
      await nextTurn();
    }
    return found;
  }

  /** Cells to check, in parts: first those postponed, then the differences. */
  async *#suspects(
    left: readonly Suspect[],
    older: ComparedRead | null,
    read: Read,
  ): AsyncGenerator<Suspect[], void, undefined> {
    yield* parts(left);
    const leftKeys = new Set(left.map(({ cell }) => cellKey(cell)));
    const isNew = ({ cell }: { cell: Cell }) => !leftKeys.has(cellKey(cell));
    const since = new Date((older ?? read).asOf).toISOString(); // for cells without a time in the ledger
    async function* suspectsOf(found: Iterable<CellDifference[]>, sinceSeq: number) {
      for (const part of found) {
        yield* parts(part.filter(isNew).map(({ cell, before }) => ({ cell, before, since, sinceSeq })));
        await nextTurn();
      }
    }
    if (older === null) {
      const { connection, database } = this.#parts;
      // If changes were only counted, any cell may have changed, so earlier values are unreliable.
      const counted = await countedOutside(database.kysely, connection, { after: 0 });
      const lastSeq = Math.max(counted.lastSeq, read.acceptedSeq); // also unreliable before an accepted list
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

  /** Records what no other replica has recorded. @returns cells that have become undecided. */
  async #record(older: ComparedRead | null, read: Read, found: Found): Promise<Suspect[]> {
    const { connection, database, ledger } = this.#parts;
    const until = new Date(read.endedAt).toISOString();
    const { result, entries } = await ledger.write(async (transaction) => {
      // The lock on the head stops other replicas from recording.
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
      // The other replica has also named `mostSingle` cells, possibly different ones.
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
  for (let i = 0; i < suspects.length; i += cellsAtOnce) yield suspects.slice(i, i + cellsAtOnce);
}
