import type { JournalPage, JournalRow } from '@/lib/contract/journal/journal';
import { betweenTitles, checksWithin, checkTitles, type CheckId } from '@/lib/domain/journal/checks';
import type { TableColumn } from '../table/table-model';

/** Why a line is listed; named as in exported files, unlike any field of the service. */
export const checksColumn: TableColumn = {
  field: { name: 'checks', kind: 'string', label: 'Checks', group: 'Identification', width: 216 },
  isStill: true,
  partsOf: (text) => {
    const [first = '', ...more] = text.split(betweenTitles);
    return [first, more.length > 0 ? `, +${String(more.length)}` : ''];
  },
};

/** Whether the page lists the checks of each line: where the chosen check combines several. */
export function hasChecksColumn(check: CheckId | null): boolean {
  return check !== null && checksWithin(check).length > 1;
}

export function rowsWithChecks({ rows, checks }: JournalPage): JournalRow[] {
  if (checks === undefined) return rows;
  return rows.map((row, at) => ({ ...row, [checksColumn.field.name]: checkTitles(checks[at] ?? []) }));
}
