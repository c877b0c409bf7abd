import 'server-only';
import type { Selectable } from 'kysely';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { canonicalJson, type CanonicalValue } from '@/lib/domain/ledger/canonical-json';
import { chainStart, linkOf } from '@/lib/domain/ledger/chain';
import type { LedgerEntryTable } from '@/lib/server/db/tables';
import { lookupColumns } from '@/lib/server/ledger/entry';
import { sha256 } from '@/lib/server/sha256';
import type { Tell } from './checkpoint-check';

type Row = Selectable<LedgerEntryTable>;

/** Follows the chain entry by entry; what does not hold is told, and the walk goes on from what is stored. */
export class ChainCheck {
  readonly #tell: Tell;
  #seq = 0;
  #hash = chainStart;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** Number of the last entry taken. */
  get seq(): number {
    return this.#seq;
  }

  /** What the chain has led to so far. */
  get hash(): string {
    return this.#hash;
  }

  /** Takes the next row. */
  take(row: Row): void {
    const expected = this.#seq + 1;
    const isNext = row.seq === expected;
    if (!isNext) this.#tell(expected, missingWords(expected, row.seq - 1));
    else if (linkOf(this.#hash, row.body, sha256).hash !== row.hash)
      this.#tell(
        row.seq,
        `Entry ${String(row.seq)} is not the one that was written: its hash does not follow.`,
      );
    this.#seq = row.seq;
    this.#hash = row.hash;
    const entry = entryOf(row.body);
    if (!entry) {
      this.#tell(row.seq, `Entry ${String(row.seq)} is no canonical text.`);
      return;
    }
    const wrong = wrongColumns(row, entry);
    if (wrong.length > 0)
      this.#tell(
        row.seq,
        `Entry ${String(row.seq)} is looked up by something else than it says (${wrong.join(', ')}); lists may show it wrongly.`,
      );
  }
}

function missingWords(from: number, to: number): string {
  return from === to
    ? `Entry ${String(from)} is missing.`
    : `Entries ${String(from)} to ${String(to)} are missing.`;
}

/** The entry of a body, if that is the one text it can have. */
function entryOf(body: string): LedgerEntry | null {
  try {
    const value = JSON.parse(body) as CanonicalValue; // as JSON
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && canonicalJson(value) === body ? (value as unknown as LedgerEntry) : null; // what the ledger writes
  } catch {
    return null;
  }
}

/** Names of the columns that do not repeat what the body says. */
function wrongColumns(row: Row, entry: LedgerEntry): string[] {
  let said;
  try {
    said = { seq: entry.seq, at: Date.parse(entry.at), kind: entry.kind, ...lookupColumns(entry) };
  } catch {
    return ['all of them']; // it is an object, but none of the ledger's
  }
  return Object.entries(said)
    .filter(([name, value]) => row[name as keyof typeof said] !== value) // its own names
    .map(([name]) => name);
}
