import { longestCell, mostColumns, SheetFault, type SheetRow, type SheetValue } from './sheet-row';

const separators = [',', ';', '\t'] as const;

/**
 * The rows of a CSV text, one by one: comma, semicolon or TAB, whichever the first row has most of; CRLF, LF or CR;
 * quotes as in RFC 4180. Apostrophes that `formulaSafe` put are taken off again. Empty lines are rows. A first line
 * `sep=;`, which Excel writes and does not count, names the separator and is no row.
 * @throws SheetFault for a quote that is never closed, and for cells or rows longer than a spreadsheet's.
 */
export function* csvRows(text: string): Generator<SheetRow> {
  const [named = '', separator = separatorOf(text)] = separatorLine.exec(text) ?? [];
  const code = separator.charCodeAt(0);
  const end = text.length;
  let at = named !== '' ? named.length : text.startsWith(byteOrderMark) ? 1 : 0;
  for (let number = 1; at < end; number++) {
    const cells: string[] = [];
    for (let isRowOpen = true; isRowOpen;) {
      let cell = '';
      if (text.charCodeAt(at) === quote) [cell, at] = quotedCell(text, at, number);
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

function endOfPlain(text: string, from: number, separator: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === separator || code === lineFeed || code === carriageReturn) break;
  }
  return at;
}

/** The separator that the first row has most of outside quotes; a comma where it has none. */
function separatorOf(text: string): string {
  const counts = separators.map(() => 0);
  let isQuoted = false;
  for (let at = 0; at < Math.min(text.length, longestCell); at++) {
    const character = text.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    const known = isQuoted ? -1 : separators.findIndex((one) => one === character);
    if (known >= 0) counts[known] = (counts[known] ?? 0) + 1;
  }
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
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

/** One row as RFC 4180 writes it, every text safe against formulas, with its line end; numbers have a decimal point. */
export function csvRow(cells: readonly SheetValue[]): string {
  return `${cells.map(csvField).join(',')}\r\n`;
}

function csvField(value: SheetValue): string {
  if (typeof value !== 'string') return String(value);
  const safe = formulaSafe(value);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
