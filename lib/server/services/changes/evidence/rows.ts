import 'server-only';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { byteOrderMark, csvRow } from '@/lib/domain/spreadsheet/csv';
import { attemptIn, outsideIn, type Attempt, type Outside } from '@/lib/server/ledger/reading';

type Cell = Attempt['cell'];
type Value = Attempt['before'];

/** One attempt at one cell; `seq` is its deciding entry, or else its newest one. */
export interface AttemptRow extends Omit<Attempt, 'cell' | 'person' | 'state' | 'requestId'>, Cell {
  who: { id: string; name: string };
  outcome: Attempt['state'];
  reason: string;
  requestIds: string[];
}

/** A change made outside the console, after `since` and not after `until`. */
interface OutsideRow extends Pick<Outside, 'seq' | 'at' | 'connection' | 'since' | 'until'>, Partial<Cell> {
  outcome: 'outside';
  before?: Value;
  after?: Value;
  count?: number;
}

export type EvidenceRow = AttemptRow | OutsideRow;

/** Makes rows of entries in order; keeps only undecided attempts in memory. */
export class EvidenceRows {
  readonly #sent = new Map<string, AttemptRow>();
  readonly #reasons = new Map<string, string>();

  take(entry: LedgerEntry): EvidenceRow | null {
    if (entry.kind === 'set.created' && entry.reason !== '') this.#reasons.set(entry.set, entry.reason);
    const attempt = attemptIn(entry);
    if (!attempt) return outsideRowOf(entry);
    const { cell, person, state, requestId, ...told } = attempt;
    const key = `${told.set} ${String(told.position)} ${String(told.attempt)}`;
    const known = this.#sent.get(key);
    const row = {
      ...told,
      ...cell,
      before: told.before === undefined ? known?.before : told.before,
      who: person,
      outcome: state,
      reason: this.#reasons.get(told.set) ?? '',
      requestIds: [...(known?.requestIds ?? []), ...(requestId === null ? [] : [requestId])],
    };
    if (entry.kind === 'change.outcome') this.#sent.delete(key);
    else this.#sent.set(key, row);
    return entry.kind === 'change.outcome' ? row : null;
  }

  rest(): AttemptRow[] {
    return [...this.#sent.values()];
  }
}

function outsideRowOf(entry: LedgerEntry): OutsideRow | null {
  const told = outsideIn(entry);
  if (!told || told.accepted) return null;
  const { seq, at, connection, since, until, cell, count, before, after } = told;
  const row = { seq, at, outcome: 'outside' as const, connection, since, until };
  return cell ? { ...row, ...cell, before, after } : { ...row, count };
}

/** The columns of `changes.csv`; a row of an outside change leaves some empty. */
const columns: readonly [
  name: string,
  of: (row: EvidenceRow & Partial<Omit<AttemptRow, 'outcome'>>) => string | number | undefined,
][] = [
  ['Time (UTC)', ({ at }) => at],
  ['Person', ({ who }) => who?.name],
  ['Connection', ({ connection }) => connection],
  ['Record type', ({ recordType }) => recordType],
  ['Record ID', ({ recordId }) => recordId],
  ['Entity', ({ entityId }) => entityId],
  ['Before', ({ before }) => valueWord(before)],
  ['Wanted', ({ wanted }) => valueWord(wanted)],
  ['After', ({ after }) => valueWord(after)],
  ['Outcome', ({ outcome }) => outcome],
  ['Detail', detailOf],
  ['Reason', ({ reason }) => reason],
  ['Change set', ({ set }) => set],
  ['Position', ({ position }) => position],
  ['Attempt', ({ attempt }) => attempt],
  ['Sends', ({ sends }) => sends],
  ['Requests', ({ requestIds }) => requestIds?.join(' ')],
  ['Requests of the service', ({ serviceRequests }) => serviceRequests?.join(' ')],
  ['Person ID', ({ who }) => who?.id],
  ['Log entry', ({ seq }) => seq],
];

export const csvHead = byteOrderMark + csvRow(columns.map(([name]) => name));

export function csvLine(row: EvidenceRow): string {
  return csvRow(columns.map(([, of]) => String(of(row) ?? '')));
}

/** Canonical, so that people can compare it with the log. */
export function jsonLine(row: EvidenceRow): string {
  return `${canonicalJson({ ...row })}\n`;
}

export function detailOf(row: EvidenceRow): string {
  if (row.outcome !== 'outside') return row.detail;
  const what =
    row.count === undefined
      ? 'Changed in the service'
      : `${String(row.count)} more assignments, only counted, were changed in the service`;
  return `${what}, not by this console, after ${row.since} and by ${row.until}.`;
}

/** A cell's value as a word; '' when it was not read. */
export function valueWord(value: Value): string {
  if (value === undefined) return '';
  if (value === null) return 'not set up';
  return value ? 'access' : 'no access';
}
