import type { CsvSeparator } from '@/lib/contract/access/file-kinds';
import { longestCell, mostColumns, SheetFault, type SheetRow, type SheetValue } from './sheet-row';

const separators = [',', ';', '\t'] as const;
/** The separator is chosen by so many rows; most files have a blank line or a title above the header at most. */
const rowsLookedAt = 20;

/**
 * The rows of a CSV text, one by one: separated by comma, semicolon or TAB; CRLF, LF or CR; quotes as in RFC 4180,
 * with blanks around a quoted cell let pass. Apostrophes that `formulaSafe` put are taken off again. Empty lines are
 * rows. A first line `sep=;`, which Excel writes and does not count, names the separator and is no row.
 * @param isHead whether a cell is a name that the reader knows a column by. The separator is the one that shows most of
 * them in one row; where none does, the one that cuts the first row into most cells.
 * @throws SheetFault for a quote that is never closed, and for cells or rows longer than a spreadsheet's.
 */
export function csvRows(text: string, isHead: (cell: string) => boolean = () => false): Generator<SheetRow> {
  const [named = '', separator = separatorOf(text, isHead)] = separatorLine.exec(text) ?? [];
  return rowsFrom(text, separator, named.length);
}

function* rowsFrom(text: string, separator: string, from = 0): Generator<SheetRow> {
  const code = separator.charCodeAt(0);
  // Blanks before a quotation mark are let pass only where its partner closes the cell in the same line.
  const spaced = new RegExp(
    ` {1,99}"((?:[^"\\r\\n]|""){0,${String(longestCell)}})" {0,99}(?=[${separator}\\r\\n]|$)`,
    'y',
  );
  const end = text.length;
  let at = from === 0 && text.startsWith(byteOrderMark) ? 1 : from;
  for (let number = 1; at < end; number++) {
    const cells: string[] = [];
    for (let isRowOpen = true; isRowOpen;) {
      let cell = '';
      spaced.lastIndex = at;
      const [, inner] = text.charCodeAt(at) === blank ? (spaced.exec(text) ?? []) : [];
      if (inner !== undefined) [cell, at] = [inner.replaceAll('""', '"'), spaced.lastIndex];
      else if (text.charCodeAt(at) === quote) {
        [cell, at] = quotedCell(text, at, number);
        const next = endOfBlanks(text, at);
        if (isEndOfCell(text, next, code)) at = next;
      }
      const plainEnd = endOfPlain(text, at, code);
      cell += text.slice(at, plainEnd);
      if (cell.length > longestCell) throw tooLong(number);
      if (cells.push(fromFormulaSafe(cell)) > mostColumns) throw tooWide(number);
      at = plainEnd;
      isRowOpen = text.charCodeAt(at) === code;
      if (isRowOpen) at++;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    yield { number, cells };
  }
}

const separatorLine = /^\uFEFF?sep=([,;\t|])(?:\r\n|[\r\n]|$)/i;
const quote = 34;
const lineFeed = 10;
const carriageReturn = 13;
const blank = 32;

/** The text of the quoted cell that begins at `at`, and where it ends. */
function quotedCell(text: string, at: number, row: number): [string, number] {
  let cell = '';
  for (let from = at + 1; ;) {
    const next = text.indexOf('"', from);
    if (next < 0)
      throw new SheetFault(
        `Row ${String(row)}: a quotation mark opens a cell and is never closed. Close it or remove it.`,
      );
    cell += text.slice(from, next);
    if (cell.length > longestCell) throw tooLong(row);
    if (text.charCodeAt(next + 1) !== quote) return [cell, next + 1];
    cell += '"';
    from = next + 2;
  }
}

/** Where a cell without quotes ends, or where it is too long for one. */
function endOfPlain(text: string, from: number, separator: number): number {
  let at = from;
  while (at - from <= longestCell && !isEndOfCell(text, at, separator)) at++;
  return at;
}

function isEndOfCell(text: string, at: number, separator: number): boolean {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  return code === separator || code === lineFeed || code === carriageReturn;
}

function endOfBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === blank) at++;
  return at;
}

/** The separator under which a row shows most known heads, then the one that makes most cells; a comma before others. */
function separatorOf(text: string, isHead: (cell: string) => boolean): string {
  const found = separators.map((separator) => {
    let heads = 0;
    let width = 0;
    try {
      for (const { number, cells } of rowsFrom(text, separator)) {
        if (number > rowsLookedAt) break;
        heads = Math.max(heads, cells.filter(isHead).length);
        if (width === 0 && cells.some((cell) => cell.trim() !== '')) width = cells.length;
      }
    } catch {
      // What is wrong with the text is said when its rows are read.
    }
    return { separator, score: heads * mostColumns * 2 + width };
  });
  const best = Math.max(...found.map(({ score }) => score));
  return found.find(({ score }) => score === best)?.separator ?? ',';
}

function tooLong(row: number): SheetFault {
  return new SheetFault(
    `Row ${String(row)}: a cell is longer than the ${longestCell.toLocaleString('en')} characters a spreadsheet allows. Look for a quotation mark that is never closed.`,
  );
}

function tooWide(row: number): SheetFault {
  return new SheetFault(
    `Row ${String(row)} has more than the ${mostColumns.toLocaleString('en')} columns a spreadsheet allows.`,
    true,
  );
}

/** Begins a CSV file, so that spreadsheets take it for UTF-8. */
export const byteOrderMark = '\uFEFF';

const formulaStart = /^'*[=+\-@\t\r]/;
const escapedStart = /^'+[=+\-@\t\r]/;
const needsQuotes = /[",;\r\n\t]|^\s|\s$/;

/**
 * Keeps a spreadsheet from taking a text for a formula: a leading apostrophe before `= + - @`, TAB and CR. Texts that
 * look as if they had been made safe already get one more, so that `fromFormulaSafe` always finds the way back.
 */
export function formulaSafe(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** Undoes `formulaSafe`. */
export function fromFormulaSafe(text: string): string {
  return escapedStart.test(text) ? text.slice(1) : text;
}

/** What a CSV cell holds; `decimal`: a number that is written out, as it may have more digits than a double. */
export type CsvValue = SheetValue | { decimal: string };

/** One row as RFC 4180 writes it, every text safe against formulas, with its line end; numbers have a decimal point. */
export function csvRow(cells: readonly CsvValue[]): string {
  return `${cells.map(csvField).join(',')}\r\n`;
}

/** As `csvRow`; beside a semicolon numbers have a decimal comma, as spreadsheets of such a country read them. */
export function csvRowBy(separator: CsvSeparator): (cells: readonly CsvValue[]) => string {
  return separator === 'comma' ? csvRow : (cells) => `${cells.map(csvFieldWithComma).join(';')}\r\n`;
}

function csvFieldWithComma(value: CsvValue): string {
  const field = csvField(value);
  return typeof value === 'number' || typeof value === 'object' ? field.replace('.', ',') : field;
}

function csvField(value: CsvValue): string {
  if (typeof value === 'object') return value.decimal;
  if (typeof value !== 'string') return String(value);
  const safe = formulaSafe(value);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
