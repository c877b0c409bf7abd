import 'server-only';
import { keyFields, searchedFields } from '@/lib/domain/journal/field-index';
import { journalFields, type JournalField, type JournalFieldKind } from '@/lib/domain/journal/fields';
import { journalPresets } from '@/lib/domain/journal/presets';

/** A value as the snapshot's file keeps it. */
export type StoredValue = string | number | null;

/** A piece of SQL with the values of its question marks. */
export interface SqlPart {
  sql: string;
  values: StoredValue[];
}

/** Several pieces of which one has to hold, or all. */
export function joined(word: 'AND' | 'OR', parts: readonly SqlPart[]): SqlPart {
  if (parts.length === 0) return { sql: word === 'AND' ? '1' : '0', values: [] };
  return {
    sql: `(${parts.map(({ sql }) => `(${sql})`).join(` ${word} `)})`,
    values: parts.flatMap(({ values }) => values),
  };
}

/**
 * Texts in the form in which they are compared: capitals, as Business Central keeps its Codes. Letters beyond ASCII
 * stay beyond it, so that a search for plain letters needs no more than SQLite's own upper().
 */
export function folded(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()).replace(/[^\0-\x7f]/gu, foldedLetter);
}

function foldedLetter(letter: string): string {
  const capital = letter.toUpperCase();
  return capital.length === letter.length && capital > '\x7f' ? capital : letter;
}

/** Whether SQLite's upper() folds the text as `folded` does. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** A name as SQL writes it; catalogue names hold no quote. */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** The column with a text's folded form; filled only where SQLite's own upper() would not do. */
export function foldedColumn(name: string): string {
  return quoted(`folded ${name}`);
}

/** The column with all texts that the free search looks into, folded. */
export const searchColumn = quoted('search text');

/** The column with those decimals of a line that doubles do not hold, as JSON: text by field name. */
export const longDecimalsColumn = quoted('long decimals');

/** Reads a decimal field with all its digits: as text where a double does not hold them. */
export function exactColumn(name: string): string {
  return `coalesce(${longDecimalsColumn} ->> '${name}', ${quoted(name)})`;
}

/** What an unset field of a kind holds; such values are the column's default and need not be written. */
export const unsetValue: Readonly<Record<JournalFieldKind, StoredValue>> = {
  string: '',
  etag: '',
  guid: '00000000-0000-0000-0000-000000000000',
  integer: 0,
  decimal: 0,
  boolean: 0,
  date: '0001-01-01',
  time: '00:00:00',
};

const oftenAsked = new Set<string>([
  ...keyFields,
  ...searchedFields,
  ...journalPresets.flatMap(({ columns }) => columns),
]);

/** All fields, those that filters and sorts ask for first: SQLite decodes a row only up to the column it needs. */
export const storedFields: readonly JournalField[] = [
  ...journalFields.filter(({ name }) => oftenAsked.has(name)),
  ...journalFields.filter(({ name }) => !oftenAsked.has(name)),
];

/** The statements that make an empty snapshot: one table, unique on the line's identity. */
export const snapshotSchema = `
  CREATE TABLE lines (${[
    ...storedFields.slice(0, oftenAsked.size).map(columnOf),
    `${searchColumn} NOT NULL DEFAULT ''`,
    ...storedFields.slice(oftenAsked.size).map(columnOf),
    ...storedFields.filter(({ kind }) => kind === 'string').map(({ name }) => foldedColumn(name)),
    longDecimalsColumn,
  ].join(', ')});
  CREATE UNIQUE INDEX identity ON lines (${keyFields.map(quoted).join(', ')});
`;

function columnOf({ name, kind }: JournalField): string {
  const unset = unsetValue[kind];
  const numeric = typeof unset === 'number';
  return `${quoted(name)}${numeric ? ' NUMERIC' : ''} DEFAULT ${numeric ? unset : `'${unset ?? ''}'`}`;
}
