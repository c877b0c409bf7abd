/** One row of a sheet: its number as a spreadsheet shows it (the first is 1), and the texts of its cells. */
export interface SheetRow {
  number: number;
  cells: readonly string[];
  /** Of cells whose text is not surely what a person meant: why, and what to do. By column, from 0. */
  faults?: ReadonlyMap<number, string>;
}

/** What a written cell holds; an empty text is an empty cell. */
export type SheetValue = string | number | boolean;

/** Most characters of a cell and most columns of a sheet: what spreadsheets themselves allow. */
export const longestCell = 32_767;
export const mostColumns = 16_384;
/** Most rows of a sheet, the header counted. */
export const mostSheetRows = 1_048_576;

/** A column as spreadsheets name it, by its position from 0: "A", "Z", "AA". */
export function columnName(column: number): string {
  const rest = Math.floor(column / letters) - 1;
  return (rest < 0 ? '' : columnName(rest)) + String.fromCharCode(65 + (column % letters));
}

/** The column of a reference, from 0: 27 of "AB12". */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < Math.min(reference.length, 4); at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > letters) break;
    column = column * letters + letter;
  }
  return column - 1;
}

const letters = 26;

/** A file that cannot be read as a sheet: why, in words for a person. */
export class SheetFault extends Error {
  override name = 'SheetFault';
  /** Whether the file is too large rather than damaged. */
  readonly isTooLarge: boolean;

  constructor(message: string, isTooLarge = false) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}
