import type { FileFilter, FileOrigin } from '@/lib/contract/access/access-file';
import { asItLooks, unguarded } from './file-disguises';
import { falseWords, trueWords } from './truth-words';

/** What a file may say about one assignment; `unknown`: nobody knew when the file was made, so nothing is asked for. */
export type FileValue = boolean | 'unknown';

const meanings = new Map<string, FileValue>([
  ...[...trueWords, '1', 'x'].map((word): [string, FileValue] => [keyOf(word), true]),
  ...[...falseWords, '0'].map((word): [string, FileValue] => [keyOf(word), false]),
  ['unknown', 'unknown'],
]);

/**
 * The value that a word of a file stands for; undefined for words outside the closed list. `1.0` and `0.0` are 1 and 0,
 * which a table of numbers writes so.
 */
export function fileValueOf(word: string): FileValue | undefined {
  const value = meanings.get(word.trim().toLowerCase()); // most of a million words are found at once
  return value ?? meanings.get(keyOf(unguarded(word) ?? word).replace(/^([01])[.,]0+$/, '$1'));
}

/** A word without its case; Turkish has an i with a dot and one without, of which lower-casing knows nothing. */
function keyOf(word: string): string {
  return asItLooks(word)
    .toLowerCase()
    .replaceAll(/i\u0307|ı/g, 'i');
}

/** Whether a word is one that programs write for an empty cell, such as pandas' "nan". */
export function standsForEmpty(word: string): boolean {
  return /^(nan|nat|none|null|nil|n\/a|na|<na>)$/i.test(word.trim());
}

/** How files write a value. */
export function fileWordOf(value: FileValue): string {
  return value === 'unknown' ? value : value ? 'yes' : 'no';
}

/**
 * The letter of a value in the base column of the wide shape; '.' where there is no assignment. No letter is one that
 * CSV has to make safe: the apostrophe would stay in a CSV that a spreadsheet saves as a workbook. Older files have '-'.
 */
export function baseLetterOf(value: FileValue | null): string {
  if (value === null) return '.';
  return value === 'unknown' ? '?' : value ? 'y' : 'n';
}

/** The base value of a letter; undefined where it says nothing about one. */
export function baseOfLetter(letter: string): boolean | undefined {
  return letter === 'y' ? true : letter === 'n' ? false : undefined;
}

/** What a spreadsheet puts in place of a value that it could not work out. */
export function isSheetError(text: string): boolean {
  return /^#(N\/A|NV|REF!|BEZUG!|VALUE!|WERT!|NAME\??!?|DIV\/0!|NUM!|ZAHL!|NULL!|SPILL!|CALC!)$/i.test(
    text.trim(),
  );
}

const written =
  /^base of (\S+) as of (\S+?)(?: where (\S+?))?(?: columns ([0-9a-f]{8}))?(?: in doubt: (.+))?$/is;

/** What the header of the base column tells of the file. */
export interface BaseHeader extends FileOrigin {
  /** Digest of the entity columns in their order; null in the long shape. */
  columns: string | null;
}

/**
 * Header of the base column. It says which connection the file is of, how old its values are and which filter it was
 * made with, and why the matrix was in doubt, so that a CSV carries that too.
 */
export function baseHeaderOf({ connection, asOf, filter, rows, columns, doubt }: BaseHeader): string {
  const where = choiceAsQuery(filter, rows);
  return (
    `Base of ${connection} as of ${asOf}` +
    (where === '' ? '' : ` where ${where}`) +
    (columns === null ? '' : ` columns ${columns}`) +
    (doubt === null ? '' : ` in doubt: ${doubt}`)
  );
}

/** What such a header says, or null. */
export function readBaseHeader(header: string): BaseHeader | null {
  const [, connection, asOf, where = '', columns = null, doubt = null] = written.exec(header.trim()) ?? [];
  if (connection === undefined || asOf === undefined) return null;
  const query = new URLSearchParams(where);
  const filter: FileFilter = {
    type: query.getAll('type').filter((type) => type !== ''),
    q: query.get('q') ?? '',
    entity: query.get('entity') ?? '',
  };
  return { connection, asOf, filter, rows: query.get('rows'), columns, doubt };
}

function choiceAsQuery({ type, q, entity }: FileFilter, rows: string | null): string {
  const query = new URLSearchParams(type.map((one) => ['type', one]));
  if (q !== '') query.set('q', q);
  if (entity !== '') query.set('entity', entity);
  if (rows !== null) query.set('rows', rows);
  return query.toString();
}

/** A short digest of entity IDs in their order: base letters fit only the columns they were written for. */
export function columnsDigest(entityIds: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const id of entityIds) {
    for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0xffff, 0x01000193); // an end that no character is
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
