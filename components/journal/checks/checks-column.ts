import type { JournalPage, JournalRow } from '@/lib/contract/journal/journal';
import { betweenTitles, checksWithin, checkTitles, type CheckId } from '@/lib/domain/journal/checks';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { LineColumn } from '../columns/shown-columns';

/** Headed as in an exported file; no field of the service has its name. */
export const checksField: JournalField = {
  name: 'checks',
  kind: 'string',
  label: 'Checks',
  group: 'Identification',
  width: 216,
};

const column: LineColumn = {
  field: checksField,
  width: checksField.width,
  isStill: true,
  partsOf: (text) => {
    const [first = '', ...more] = text.split(betweenTitles);
    return [first, more.length > 0 ? `, +${String(more.length)}` : ''];
  },
};

/** The columns, led by why each line is there where a check made of several chose the lines. */
export function withChecksColumn<S extends { columns: LineColumn[]; frozen: number }>(
  shown: S,
  check: CheckId | null,
): { columns: LineColumn[]; frozen: number } {
  if (check === null || checksWithin(check).length < 2) return shown;
  return { columns: [column, ...shown.columns], frozen: shown.frozen + 1 };
}

/** Each cell that is painted asks for them. */
const known = new WeakMap<JournalPage, JournalRow[]>();

/** The lines of a page, with the titles of the checks that find each where the answer tells them. */
export function rowsWithChecks(page: JournalPage): JournalRow[] {
  const { rows, checks } = page;
  if (checks === undefined) return rows;
  let told = known.get(page);
  if (told === undefined) {
    told = rows.map((row, at) => ({ ...row, [checksField.name]: checkTitles(checks[at] ?? []) }));
    known.set(page, told);
  }
  return told;
}
