import 'server-only';
import { keyFields, searchedFields } from '@/lib/domain/journal/field-index';
import { journalFields, type JournalField, type JournalFieldKind } from '@/lib/domain/journal/fields';
import { journalPresets } from '@/lib/domain/journal/presets';
import { naturalKey } from '@/lib/domain/natural-order';

export type StoredValue = string | number | null;

export interface SqlPart {
  sql: string;
  values: StoredValue[];
}

export function joined(word: 'AND' | 'OR', parts: readonly SqlPart[]): SqlPart {
  if (parts.length === 0) return { sql: word === 'AND' ? '1' : '0', values: [] };
  return {
    sql: `(${parts.map(({ sql }) => `(${sql})`).join(` ${word} `)})`,
    values: parts.flatMap(({ values }) => values),
  };
}

/** In capitals. Letters beyond ASCII stay beyond it, so a search for plain letters needs only SQLite's upper(). */
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

/** A quoted name; catalogue names hold no quote. */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** The column with a text's sort key; filled only if SQLite's upper() and trim() do not make it. */
export function sortKeyColumn(name: string): string {
  return quoted(`sort ${name}`);
}

/** A text's key for sorting and comparing: natural order, without case, blank like empty. */
export function sortKey(text: string): string {
  return text.trim() === '' ? '' : naturalKey(folded(text));
}

export function sortKeySql(name: string): string {
  return `coalesce(${sortKeyColumn(name)}, trim(upper(${quoted(name)})))`;
}

export function sortSql({ name, kind }: JournalField): string {
  if (kind === 'string') return sortKeySql(name);
  return kind === 'guid' ? `upper(${quoted(name)})` : quoted(name);
}

export const searchColumn = quoted('search text');
/** Decimals that are no whole units, as JSON by field name. */
export const otherDecimalsColumn = quoted('other decimals');
/** Direction of a line's amounts and of its quantities: 1 in, -1 out, 0 neither, NULL unknown. */
export const [amountsWay, goodsWay] = [quoted('way of amounts'), quoted('way of goods')];
/** Decimals are stored in units of the fifth place, Business Central's last for quantities. */
export const unitsOfOne = 100_000;
/** Up to here a double distinguishes all units. */
const mostUnits = 2 ** 52;

/** A decimal in units; an inexact one serves to filter and sort. */
export function inUnits(decimal: number | string): { units: number; isExact: boolean } {
  const value = Number(decimal);
  const about = value * unitsOfOne;
  const units = Math.round(about);
  // Dividing gives the nearest double: the same one, unless the value is finer.
  const isNearest = Math.abs(units) <= mostUnits && units / unitsOfOne === value;
  return { units: isNearest ? units : about, isExact: isNearest && decimal === value };
}

/** A field's value as the service sent it; null: an empty number. */
export type FieldValue = string | number | boolean | null;

/** @param others fields with decimals that are no whole units. */
export function readSql(name: string, others: ReadonlySet<string>): string {
  return others.has(name) ? `coalesce(${otherDecimalsColumn} -> '${name}', ${quoted(name)})` : quoted(name);
}

export function valueOf(kind: JournalFieldKind | undefined, stored: StoredValue): FieldValue {
  if (stored === null) return null;
  if (kind === 'boolean') return stored === 1;
  if (kind !== 'decimal') return stored;
  return typeof stored === 'number' ? stored / unitsOfOne : (JSON.parse(stored) as number | string); // as the writer wrote it
}

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

/** Filtered and sorted fields first: SQLite decodes a row only up to the column it needs. */
export const storedFields: readonly JournalField[] = [
  ...journalFields.filter(({ name }) => oftenAsked.has(name)),
  ...journalFields.filter(({ name }) => !oftenAsked.has(name)),
];

export const snapshotSchema = `
  CREATE TABLE lines (${[
    amountsWay,
    goodsWay,
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
