import type { JournalPage, JournalRow } from '@/lib/contract/journal/journal';
import { betweenTitles, checksWithin, checkTitles, type CheckId } from '@/lib/domain/journal/checks';
import type { TableColumn } from '../table/table-model';

/** Why each line is there; headed as in an exported file, with a name that no field of the service has. */
export const checksColumn: TableColumn = {
  field: { name: 'checks', kind: 'string', label: 'Checks', group: 'Identification', width: 216 },
  isStill: true,
  partsOf: (text) => {
    const [first = '', ...more] = text.split(betweenTitles);
    return [first, more.length > 0 ? `, +${String(more.length)}` : ''];
  },
};

/** Whether lines say which checks find them: where a check made of several chose them. */
export function hasChecksColumn(check: CheckId | null): boolean {
  return check !== null && checksWithin(check).length > 1;
}

/** The lines of a page, with the titles of the checks that find each where the answer tells them. */
export function rowsWithChecks({ rows, checks }: JournalPage): JournalRow[] {
  if (checks === undefined) return rows;
  return rows.map((row, at) => ({ ...row, [checksColumn.field.name]: checkTitles(checks[at] ?? []) }));
}
