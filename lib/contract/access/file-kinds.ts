/* What the access matrix as a file may be, and how a page chooses what goes into it. */

export const fileFormats = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** What parts the cells of a CSV file; beside a semicolon decimals have a comma, beside a comma a point. */
export const csvSeparators = ['comma', 'semicolon'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

/** `long`: a row an assignment; `wide`: a row a record, a column an entity. */
export const fileShapes = ['long', 'wide'] as const;
export type FileShape = (typeof fileShapes)[number];

/** `merge`: only what the file names; `equal`: within the filter, what it does not name loses access. */
export const importModes = ['merge', 'equal'] as const;
export type ImportMode = (typeof importModes)[number];

/**
 * What would become of one cell: access given, removed, or removed because the file does not name it; `changed`: the
 * service has another value than the file and its column Base, because it was changed since the export or the file's
 * rows were mixed up.
 */
export const importKinds = ['give', 'remove', 'unnamed', 'changed'] as const;
export type ImportKind = (typeof importKinds)[number];

/** How the access page chooses among records by the values of their assignments (`lib/domain/access/filter/row-state.ts`). */
export const rowStates = ['has', 'has-not', 'absent', 'mixed', 'same', 'all', 'nobody', 'one'] as const;
export type RowState = (typeof rowStates)[number];

/** Choices of rows that only the page can judge: staged or pending, and changed outside lately. */
export const pageChoices = ['pending', 'outside'] as const;
export type RowChoice = RowState | (typeof pageChoices)[number];

/** Whether only the page knows which records a choice of rows means. */
export function isPageChoice(rows: RowChoice | null | undefined): rows is (typeof pageChoices)[number] {
  return pageChoices.some((choice) => choice === rows);
}
