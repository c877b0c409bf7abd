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

/** One row as RFC 4180 writes it, every cell safe against formulas, with its line end. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvField).join(',')}\r\n`;
}

function csvField(text: string): string {
  const safe = formulaSafe(text);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
