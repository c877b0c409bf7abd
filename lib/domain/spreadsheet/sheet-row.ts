/** One row of a sheet: its number as a spreadsheet shows it (the first is 1), and the texts of its cells. */
export interface SheetRow {
  number: number;
  cells: readonly string[];
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
