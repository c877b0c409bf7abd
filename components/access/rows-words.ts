import type { RowState } from '@/lib/domain/access/row-state';
import type { openRows, outsideRows } from './access-address';

/** What limits a choice of rows that is judged by what is shown; null: nothing does. */
export function rowsNote(
  rows: RowState | typeof openRows | typeof outsideRows | null,
  isNarrower: boolean,
): string | null {
  const isJudged = rows !== null && rows !== 'open' && rows !== 'outside';
  return isJudged && isNarrower ? 'Rows are judged by the shown entities only' : null;
}

/** What a choice of rows is called, and what to say when there is none of the kind. */
export const rowsWords: Record<
  RowState | typeof openRows | typeof outsideRows,
  { label: string; none: string }
> = {
  has: { label: 'With access', none: 'none of the shown entities may use any' },
  'has-not': { label: 'With no access somewhere', none: 'all shown entities may use all of them' },
  absent: { label: 'With missing combinations', none: 'each has a combination with every shown entity' },
  mixed: { label: 'Mixed', none: 'each is the same in all shown entities' },
  same: { label: 'The same in all', none: 'each differs between the shown entities' },
  all: { label: 'Open to all', none: 'each is closed to some shown entity' },
  nobody: { label: 'Open to none', none: 'each is open to some shown entity' },
  one: { label: 'Open to only one', none: 'none is open to exactly one shown entity' },
  open: { label: 'Collected or pending', none: 'nothing is collected, on its way, or was refused' },
  outside: { label: 'Changed outside lately', none: 'nothing was changed outside this console lately' },
};
