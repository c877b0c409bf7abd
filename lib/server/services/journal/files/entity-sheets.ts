import 'server-only';
import type { LinesAdded } from '@/lib/contract/journal/journal';
import { noEntity, type EntityNames } from '@/lib/domain/access/names/named';
import { groupingKey } from '@/lib/domain/journal/grouping';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { sheetNames } from '@/lib/domain/spreadsheet/sheet-name';
import { ConsoleError } from '@/lib/server/console-error';
import type { JournalSnapshot } from '@/lib/server/services/journal/snapshot/journal-snapshot';
import { added } from '@/lib/server/services/journal/snapshot/line-groups';
import { entityName, totalValue } from './file-values';
import type { FileColumn, FileSheet } from './journal-file';

const mostSheets = 250;
const amounts = ['Amount.in', 'Amount.out', 'Amount.net'];

interface EntitySheetParts {
  names: EntityNames;
  /** What each sheet adds up. */
  sums: readonly string[];
  /** @param numbers of the lines. */
  sheetOf: (name: string, numbers: Int32Array, total: LinesAdded) => FileSheet;
}

/**
 * The matching lines on one sheet an entity, each in the query's order, after a sheet that lists them.
 * @throws ConsoleError `invalid-request` for too many entities.
 */
export function entitySheets(
  lines: JournalSnapshot,
  query: JournalQuery,
  { names, sums, sheetOf }: EntitySheetParts,
): [FileSheet, ...FileSheet[]] {
  const asked = [...new Set([...sums, ...amounts])];
  const entity = groupingKey('BssiEntityID');
  const entities = lines.groups(query, entity ? [entity] : [], asked);
  if (entities.length > mostSheets)
    throw new ConsoleError(
      'invalid-request',
      `These lines belong to ${String(entities.length)} entities, and a workbook may have ${String(mostSheets)} sheets. Filter the lines by entity. Nothing was exported.`,
    );
  const ids = entities.map(({ key: [id = ''] }) => String(id));
  const titles = sheetNames(
    ids.map((id) => `${id === '' ? noEntity : id} ${names.get(id) ?? ''}`),
    ['Entities', 'About'],
  );
  // Entities first: then the lines of each follow each other, as the groups do.
  const order = [{ field: 'BssiEntityID', descending: false }, ...query.sort];
  const numbers = lines.lineNumbers({ ...query, sort: order });
  let from = 0;
  const sheets = entities.map((group, at) => {
    const own = numbers.subarray(from, (from += group.count));
    return sheetOf(titles[at] ?? '', own, added([group], asked));
  });
  const figures = (total: LinesAdded) => [total.count, ...amounts.map((name) => totalValue(total, name))];
  const rows = entities.map((group, at) => {
    const id = ids[at] ?? '';
    return [
      id,
      names.get(id) ?? (id === '' ? noEntity : ''),
      titles[at] ?? '',
      ...figures(added([group], asked)),
    ];
  });
  const list: FileSheet = {
    name: 'Entities',
    columns: listColumns,
    rows: () => rows,
    totals: [['Total', '', '', ...figures(added(entities, asked))]],
    ...{ frozen: 0, count: 0 },
  };
  return [list, ...sheets];
}

const listColumns: FileColumn[] = [
  { head: 'Entity ID', name: 'BssiEntityID', kind: 'text', width: 16 },
  entityName,
  { head: 'Sheet', name: 'the sheet that has its lines', kind: 'text', width: 34 },
  { head: 'Lines', name: 'how many lines it has', kind: 'whole', width: 12 },
  ...amounts.map((name): FileColumn => {
    return { head: name.replace('.', ' '), name, kind: 'decimal', width: 18 };
  }),
];
