import 'server-only';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { acceptedInWords } from '@/lib/domain/changes/waiting-outside';
import { plural } from '@/lib/domain/counted';
import { outsideIn } from '@/lib/server/ledger/reading';

/** What was found changed in the service without the console: a row of `changes.jsonl` and `changes.csv`. */
export interface OutsideRow {
  /** The entry that says so. */
  seq: number;
  /** When it was noticed; it happened after `since` and not after `until`. */
  at: string;
  outcome: 'outside';
  connection: string;
  since: string;
  until: string;
  /** Absent, with the values, where one read found so many that the rest was only counted. */
  recordType?: string;
  recordId?: string;
  entityId?: string;
  /** Null: the service had, or has, no such assignment. */
  before?: boolean | null;
  after?: boolean | null;
  /** How many these are, where they are only counted. */
  count?: number;
}

/** "… reviewed what was changed outside up to entry 57, at 4 assignments …", or who accepted a shorter list: an entry in words, where it says so. */
export function reviewInWords(entry: LedgerEntry): string | null {
  if (entry.kind === 'access.accepted') {
    const { seq, at, actor, connection, detail } = entry;
    const words = acceptedInWords({ ...entry, by: actor.name }, String);
    return `${at} ${words}, of connection ${connection} (entry ${String(seq)}). ${detail}`;
  }
  if (entry.kind !== 'outside.reviewed') return null;
  const { seq, at, actor, connection, last, count } = entry;
  const what = `${String(count)} ${plural(count, 'assignment', 'assignments')}`;
  return `${at} ${actor.name} reviewed what was changed outside up to entry ${String(last)}: ${what} of connection ${connection} (entry ${String(seq)}).`;
}

/** How such a row is marked for people. */
export const outsideLabel = 'Made outside this console';

/** The row that an entry is, if it tells of what was changed outside. */
export function outsideRowOf(entry: LedgerEntry): OutsideRow | null {
  const told = outsideIn(entry);
  if (!told || told.accepted) return null;
  const { seq, at, connection, since, until, cell, count, before, after } = told;
  const row = { seq, at, outcome: 'outside' as const, connection, since, until };
  return cell ? { ...row, ...cell, before, after } : { ...row, count };
}

/** "Changed in the service, not by this console, after … and by …." */
export function outsideInWords({ since, until, count }: OutsideRow): string {
  const what =
    count === undefined
      ? 'Changed in the service'
      : `${String(count)} more assignments, only counted, were changed in the service`;
  return `${what}, not by this console, after ${since} and by ${until}.`;
}
