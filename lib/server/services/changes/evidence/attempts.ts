import 'server-only';
import type { LedgerEntry } from '@/lib/contract/changes/ledger';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { byteOrderMark, csvRow } from '@/lib/domain/spreadsheet/csv';
import { attemptIn, type Attempt } from '@/lib/server/ledger/reading';
import { outsideInWords, type OutsideRow } from './outside-row';

/** One attempt at one cell, as its entries tell. */
export interface AttemptRow {
  /** The entry that decided it, or its newest one. */
  seq: number;
  at: string;
  who: { id: string; name: string };
  connection: string;
  recordType: string;
  recordId: string;
  entityId: string;
  /** Absent: not read. Null: the service had no such assignment. */
  before: boolean | null | undefined;
  wanted: boolean;
  after: boolean | null | undefined;
  /** `unknown`: sent, and no outcome in these entries. */
  outcome: Attempt['state'];
  detail: string;
  reason: string;
  set: string;
  position: number;
  attempt: number;
  sends: number;
  /** Of the requests to the console, one for each send. */
  requestIds: string[];
  serviceRequests: string[];
}

/** A row of `changes.jsonl` and `changes.csv`. */
export type EvidenceRow = AttemptRow | OutsideRow;

type Sent = Attempt & Pick<AttemptRow, 'requestIds'>;

/** Makes rows of entries that are handed over in their order; only attempts under way are kept in memory. */
export class Attempts {
  readonly #sent = new Map<string, Sent>();
  readonly #reasons = new Map<string, string>();

  /** The row that an entry decides, if it does. */
  take(entry: LedgerEntry): AttemptRow | null {
    if (entry.kind === 'set.created' && entry.reason !== '') this.#reasons.set(entry.set, entry.reason);
    const attempt = attemptIn(entry);
    if (!attempt) return null;
    const key = `${attempt.set} ${String(attempt.position)} ${String(attempt.attempt)}`;
    const known = this.#sent.get(key);
    const before = attempt.before === undefined ? known?.before : attempt.before;
    const requestIds = [
      ...(known?.requestIds ?? []),
      ...(attempt.requestId === null ? [] : [attempt.requestId]),
    ];
    const sent = { ...attempt, before, requestIds };
    if (entry.kind !== 'change.outcome') {
      this.#sent.set(key, sent);
      return null;
    }
    this.#sent.delete(key);
    return this.#row(sent);
  }

  /** Rows of attempts that no entry has decided. */
  rest(): AttemptRow[] {
    return [...this.#sent.values()].map((sent) => this.#row(sent));
  }

  #row({ cell, person, state, requestId: _requestId, ...told }: Sent): AttemptRow {
    return { ...told, ...cell, who: person, outcome: state, reason: this.#reasons.get(told.set) ?? '' };
  }
}

/** The columns of `changes.csv`, in their order. */
const columns: readonly { name: string; of: (row: AttemptRow) => string }[] = [
  { name: 'Time (UTC)', of: ({ at }) => at },
  { name: 'Person', of: ({ who }) => who.name },
  { name: 'Connection', of: ({ connection }) => connection },
  { name: 'Record type', of: ({ recordType }) => recordType },
  { name: 'Record ID', of: ({ recordId }) => recordId },
  { name: 'Entity', of: ({ entityId }) => entityId },
  { name: 'Before', of: ({ before }) => valueWord(before) },
  { name: 'Wanted', of: ({ wanted }) => valueWord(wanted) },
  { name: 'After', of: ({ after }) => valueWord(after) },
  { name: 'Outcome', of: ({ outcome }) => outcome },
  { name: 'Detail', of: ({ detail }) => detail },
  { name: 'Reason', of: ({ reason }) => reason },
  { name: 'Change set', of: ({ set }) => set },
  { name: 'Position', of: ({ position }) => String(position) },
  { name: 'Attempt', of: ({ attempt }) => String(attempt) },
  { name: 'Sends', of: ({ sends }) => String(sends) },
  { name: 'Requests', of: ({ requestIds }) => requestIds.join(' ') },
  { name: 'Requests of the service', of: ({ serviceRequests }) => serviceRequests.join(' ') },
  { name: 'Person ID', of: ({ who }) => who.id },
  { name: 'Log entry', of: ({ seq }) => String(seq) },
];

/** First line of `changes.csv`. */
export const csvHead = byteOrderMark + csvRow(columns.map(({ name }) => name));

/** A row as `changes.csv` has it. */
export function csvLine(row: EvidenceRow): string {
  if (row.outcome !== 'outside') return csvRow(columns.map(({ of }) => of(row)));
  const texts = outsideTexts(row);
  return csvRow(columns.map(({ name }) => texts[name] ?? ''));
}

/** What stands in the columns of a change made outside; it has no person, reason, set or request. */
function outsideTexts(row: OutsideRow): Partial<Record<string, string>> {
  return {
    'Time (UTC)': row.at,
    Connection: row.connection,
    'Record type': row.recordType,
    'Record ID': row.recordId,
    Entity: row.entityId,
    Before: valueWord(row.before),
    After: valueWord(row.after),
    Outcome: row.outcome,
    Detail: outsideInWords(row),
    'Log entry': String(row.seq),
  };
}

/** A row as `changes.jsonl` has it: canonical, so that it can be compared with what the log says. */
export function jsonLine(row: EvidenceRow): string {
  return `${canonicalJson({ ...row })}\n`;
}

/** A value of a cell in a word; nothing where it was not read. */
export function valueWord(value: boolean | null | undefined): string {
  if (value === undefined) return '';
  if (value === null) return 'not set up';
  return value ? 'access' : 'no access';
}
