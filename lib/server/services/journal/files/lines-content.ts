import 'server-only';
import type { FileFormat } from '@/lib/contract/access/file-kinds';
import type { LinesAdded } from '@/lib/contract/journal/journal';
import type { EntityNames } from '@/lib/domain/access/names/named';
import { checkTitles } from '@/lib/domain/journal/checks';
import { isUnset } from '@/lib/domain/journal/emptiness';
import { journalField } from '@/lib/domain/journal/field-index';
import { journalFields, type JournalField } from '@/lib/domain/journal/fields';
import { addsUp } from '@/lib/domain/journal/grouping';
import { flows } from '@/lib/domain/journal/movement';
import type { JournalQuery } from '@/lib/domain/journal/query';
import type { SheetValue } from '@/lib/domain/spreadsheet/sheet-row';
import type { JournalSnapshot } from '@/lib/server/services/journal/snapshot/journal-snapshot';
import { added } from '@/lib/server/services/journal/snapshot/line-groups';
import { entitySheets } from './entity-sheets';
import { aboutSums, cellKind, entityName, totalValue } from './file-values';
import type { FileColumn, FileContent, FileSheet } from './journal-file';

const checksColumn: FileColumn = {
  head: 'Checks',
  name: 'checks that find the line',
  kind: 'text',
  width: 48,
};

interface LinesFile {
  names: EntityNames;
  format: FileFormat;
  /** One sheet an entity. */
  isByEntity: boolean;
}

/**
 * The matching lines in the query's order and columns; for a check also what finds them. A workbook has names beside
 * entities, unless it has all fields, and what the lines come to in, out and net.
 * @throws ConsoleError `invalid-request` for too many entities.
 */
export function linesContent(
  lines: JournalSnapshot,
  query: JournalQuery,
  { names, format, isByEntity }: LinesFile,
): FileContent {
  const { sort, columns } = query;
  const isAll = columns.length === 0;
  const fields = isAll ? journalFields : columns.flatMap((name) => journalField(name) ?? []);
  const found = query.check === null ? null : lines.checksFinding({ ...query, check: query.check });
  const isNamed = format === 'xlsx' && !isAll && names.size > 0;
  const fileColumns = [
    ...fields.flatMap((field) =>
      isNamed && field.name === 'BssiEntityID' ? [fieldColumn(field), entityName] : [fieldColumn(field)],
    ),
    ...(found === null ? [] : [checksColumn]),
  ];
  const sums =
    format === 'csv'
      ? []
      : fields.filter(addsUp).flatMap(({ name }) => flows.map((flow) => `${name}.${flow}`));
  const total = added(sums.length === 0 ? [] : lines.groups(query, [], sums), sums);
  const nameAt = fileColumns.indexOf(entityName);
  const sheetOf = (name: string, numbers: Int32Array, sheetTotal: LinesAdded): FileSheet => ({
    ...{ name, columns: fileColumns, frozen: 0, count: numbers.length },
    rows: function* () {
      const read = lines.lineReader(fields.map((field) => field.name));
      for (const number of numbers) {
        const values = read(number).map((value) => (value === null || isUnset(value) ? '' : value));
        if (nameAt > 0) values.splice(nameAt, 0, names.get(String(values[nameAt - 1])) ?? '');
        if (found !== null) values.push(checkTitles(found(number)));
        yield values;
      }
    },
    // An empty row ends the range that a spreadsheet makes a table of or adds up.
    totals: sums.length === 0 ? [] : [[], ...flows.map((flow) => totalRow(fileColumns, sheetTotal, flow))],
  });
  const sorted = sort.map(
    ({ field, descending }) => `${journalField(field)?.label ?? field}${descending ? ' descending' : ''}`,
  );
  return {
    unit: 'line',
    title: 'Item journal lines that are not posted',
    sheets: isByEntity
      ? entitySheets(lines, query, { names, sums, sheetOf })
      : [sheetOf('Journal lines', lines.lineNumbers(query), total)],
    covers: '',
    about: [
      ['Sorted by', sorted.length === 0 ? 'template, batch, line' : sorted.join(', ')],
      ...(isByEntity ? [['Sheets', 'one per entity'] satisfies [string, string]] : []),
      ...aboutSums(total, sums.length === 0 ? {} : lines.leftOut(query, sums)),
    ],
    noted: {
      before: `columns ${fields.length === journalFields.length ? 'all' : columns.join(',')}`,
      after: `sort ${JSON.stringify(sort)}${isByEntity ? ', sheets BssiEntityID' : ''}`,
    },
    chosen: isByEntity ? 'by entity' : sort.length === 0 && isAll ? null : '',
  };
}

/** "Net" in the first column without a sum, behind the others if all have one. */
function totalRow(
  columns: readonly FileColumn[],
  total: LinesAdded,
  flow: (typeof flows)[number],
): SheetValue[] {
  const cells = columns.map(({ name }) => totalValue(total, `${name}.${flow}`));
  const at = columns.findIndex(({ name }) => total.sums[`${name}.${flow}`] === undefined);
  cells[at < 0 ? cells.length : at] = { in: 'In', out: 'Out', net: 'Net' }[flow];
  return cells;
}

function fieldColumn(field: JournalField): FileColumn {
  return {
    head: headOf(field),
    name: field.name,
    kind: cellKind(field),
    width: Math.round(field.width / 7),
  };
}

/** The caption, with the field's name if two captions are alike. */
function headOf({ name, label }: JournalField): string {
  return journalFields.some((other) => other.label === label && other.name !== name)
    ? `${label} (${name})`
    : label;
}
