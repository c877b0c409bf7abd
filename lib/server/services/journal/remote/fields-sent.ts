import 'server-only';
import type { JournalRow } from '@/lib/contract/journal/journal';
import { dayOrUnset } from '@/lib/domain/journal/emptiness';
import { keyFields } from '@/lib/domain/journal/field-index';
import { journalFields } from '@/lib/domain/journal/fields';
import type { JournalWireRow } from '@/lib/server/upstream/odata/wire';

const allNames = journalFields.map(({ name }) => name);
const dates = new Set(journalFields.filter(({ kind }) => kind === 'date').map(({ name }) => name));
const texts = new Set(
  journalFields.filter(({ kind }) => kind === 'string' || kind === 'etag').map(({ name }) => name),
);

/** The fields a row of the answer has: those asked for and the line's identity, or all 167. */
export function fieldsSent(columns: readonly string[]): readonly string[] {
  return columns.length === 0 ? allNames : [...new Set([...keyFields, ...columns])];
}

/** A service's row cut to the fields to send. An empty text in a field of another kind is a value that did not come. */
export function rowSent(row: JournalWireRow, names: readonly string[]): JournalRow {
  const sent: JournalRow = {};
  for (const name of names) {
    const value = row[name];
    if (value === undefined || (value === '' && !texts.has(name))) continue;
    sent[name] = typeof value === 'string' && dates.has(name) ? dayOrUnset(value) : value;
  }
  return sent;
}
