import 'server-only';
import { keyFields, searchedFields } from '@/lib/domain/journal/field-index';
import { journalFields, type JournalField, type JournalFieldKind } from '@/lib/domain/journal/fields';
import { journalPresets } from '@/lib/domain/journal/presets';
import { naturalKey } from '@/lib/domain/natural-order';

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

/** The column with a text's sort key; filled only where SQLite's own upper() and trim() do not make it. */
export function sortKeyColumn(name: string): string {
  return quoted(`sort ${name}`);
}

/** A text as a database sorts and compares it: natural order, without regard to case, blank like empty. */
export function sortKey(text: string): string {
  return text.trim() === '' ? '' : naturalKey(folded(text));
}

/** The sort key of a line's text. */
export function sortKeySql(name: string): string {
  return `coalesce(${sortKeyColumn(name)}, trim(upper(${quoted(name)})))`;
}

/** What a line's field sorts, groups and compares by. */
export function sortSql({ name, kind }: JournalField): string {
  if (kind === 'string') return sortKeySql(name);
  return kind === 'guid' ? `upper(${quoted(name)})` : quoted(name);
}

/** The column with all texts that the free search looks into, folded. */
export const searchColumn = quoted('search text');

/** The column with those decimals of a line that are no whole number of units, as JSON: number or text by field name. */
export const otherDecimalsColumn = quoted('other decimals');

/** Decimals are stored in units of the fifth place, the last that Business Central has in quantities. */
export const unitsOfOne = 100_000;

/** Up to here a double tells all units apart. */
const mostUnits = 2 ** 52;

/** A decimal in units: exactly a whole number, or only about the same, to filter and sort by. */
export function inUnits(decimal: number | string): { units: number; isExact: boolean } {
  const value = Number(decimal);
  const about = value * unitsOfOne;
  const units = Math.round(about);
  // Dividing gives the double next to the decimal of so many units: the same one, unless the value is finer.
  const isNearest = Math.abs(units) <= mostUnits && units / unitsOfOne === value;
  return { units: isNearest ? units : about, isExact: isNearest && decimal === value };
}

/** What a field holds, as the service sent it; null: it left a number empty. */
export type FieldValue = string | number | boolean | null;

/** What to select to read a field. @param others fields with other decimals than whole units. */
export function readSql(name: string, others: ReadonlySet<string>): string {
  return others.has(name) ? `coalesce(${otherDecimalsColumn} -> '${name}', ${quoted(name)})` : quoted(name);
}

/** The value of a field that was read so. */
export function valueOf(kind: JournalFieldKind | undefined, stored: StoredValue): FieldValue {
  if (stored === null) return null;
  if (kind === 'boolean') return stored === 1;
  if (kind !== 'decimal') return stored;
  return typeof stored === 'number' ? stored / unitsOfOne : (JSON.parse(stored) as number | string); // as the writer wrote it
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
    otherDecimalsColumn,
  ].join(', ')});
  CREATE UNIQUE INDEX identity ON lines (${keyFields.map(quoted).join(', ')});
`;

function columnOf({ name, kind }: JournalField): string {
  const unset = unsetValue[kind];
  const numeric = typeof unset === 'number';
  const column = `${quoted(name)}${numeric ? ' NUMERIC' : ''} DEFAULT ${numeric ? unset : `'${unset ?? ''}'`}`;
  return kind === 'string' ? `${column}, ${sortKeyColumn(name)}` : column; // together: rows are decoded up to a column
}
