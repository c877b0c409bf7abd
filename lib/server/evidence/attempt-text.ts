import 'server-only';
import { canonicalJson } from '@/lib/domain/ledger/canonical-json';
import { byteOrderMark, csvRow } from '@/lib/domain/spreadsheet/csv-text';
import type { AttemptRow } from './attempts';

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
export function csvLine(row: AttemptRow): string {
  return csvRow(columns.map(({ of }) => of(row)));
}

/** A row as `changes.jsonl` has it: canonical, so that it can be compared with what the log says. */
export function jsonLine(row: AttemptRow): string {
  return `${canonicalJson({ ...row })}\n`;
}

/** A value of a cell in a word; nothing where it was not read. */
export function valueWord(value: boolean | null | undefined): string {
  if (value === undefined) return '';
  if (value === null) return 'no combination';
  return value ? 'access' : 'no access';
}
