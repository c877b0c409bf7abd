import { isPageChoice, type RowChoice } from '@/lib/contract/access/file-kinds';

/** What limits a choice of rows that is judged by what is shown; null: nothing does. */
export function rowsNote(rows: RowChoice | null, isNarrower: boolean): string | null {
  return rows !== null && !isPageChoice(rows) && isNarrower
    ? 'Rows are judged by the shown entities only'
    : null;
}

/** What a choice of rows is called, and what to say when there is none of the kind. */
export const rowsWords: Record<RowChoice, { label: string; none: string }> = {
  has: { label: 'With access', none: 'none of the shown entities may use any' },
  'has-not': { label: 'With no access somewhere', none: 'all shown entities may use all of them' },
  absent: { label: 'Not set up somewhere', none: 'each is set up in every shown entity' },
  mixed: { label: 'Mixed', none: 'each is the same in all shown entities' },
  same: { label: 'The same in all', none: 'each differs between the shown entities' },
  all: { label: 'Open to all', none: 'each is closed to some shown entity' },
  nobody: { label: 'Open to none', none: 'each is open to some shown entity' },
  one: { label: 'Open to only one', none: 'none is open to exactly one shown entity' },
  pending: { label: 'Staged or pending', none: 'nothing is staged, on its way, or was refused' },
  outside: { label: 'Changed outside lately', none: 'nothing was changed outside this console lately' },
};

/** What a choice of rows is called, for what a file says of itself; an unknown one by its own name. */
export function rowsLabel(rows: string | null): string {
  if (rows === null) return 'any';
  return Object.entries(rowsWords).find(([choice]) => choice === rows)?.[1].label ?? rows;
}
