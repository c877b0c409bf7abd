import { isPageChoice, type RowChoice } from '@/lib/contract/access/file-kinds';

/** What limits a choice of rows that is judged by what is shown; null: nothing does. */
export function rowsNote(rows: RowChoice | null, isNarrower: boolean): string | null {
  return rows !== null && !isPageChoice(rows) && isNarrower
    ? 'Rows are judged by the shown entities only'
    : null;
}

/** What each choice of rows is called. */
export const rowsLabels: Record<RowChoice, string> = {
  has: 'With access',
  'has-not': 'With no access somewhere',
  absent: 'Not set up somewhere',
  mixed: 'Mixed',
  same: 'The same in all',
  all: 'Open to all',
  nobody: 'Open to none',
  one: 'Open to only one',
  pending: 'Pending or not made',
  outside: 'Changed outside lately',
};

/** What a choice of rows is called, for what a file says of itself; an unknown one by its own name. */
export function rowsLabel(rows: string | null): string {
  if (rows === null) return 'any';
  return Object.entries(rowsLabels).find(([choice]) => choice === rows)?.[1] ?? rows;
}
