import { inCurrency, labelWithCode, leastDecimals } from '@/components/journal/value-format';
import { smallLetterWidth } from '@/components/journal/lines/lines-model';
import type { JournalGroups, JournalRow } from '@/lib/contract/journal/journal';
import type { Currency } from '@/lib/domain/currency';
import { noEntityNames, type EntityNames } from '@/lib/domain/access/names/named';
import type { JournalField } from '@/lib/domain/journal/fields';
import {
  groupsInOrder,
  keyLabel,
  linesCounted,
  measureColumns,
  type MeasureColumn,
} from '@/lib/domain/journal/group-table';
import { groupingKey, type GroupingKey } from '@/lib/domain/journal/grouping';
import type { SortKey } from '@/lib/domain/journal/query';
import { isEntityKey, keyWords } from './key-words';
import { shareField, shareWords } from './share-column';

type Group = JournalGroups['groups'][number];
type Added = Pick<Group, 'count' | 'sums' | 'cells'>;

/** Groups as rows of a grid: first what all lines come to, then group by group. */
export interface GroupRows {
  /** As columns of a grid have them, under names that `order` takes. */
  fields: readonly JournalField[];
  rows: readonly JournalRow[];
  /** The group of a row; undefined: the row of all lines. */
  groups: readonly (Group | undefined)[];
}

/** The row of all lines, above the groups. */
export const totalRow = 0;

/** A column of the grid, and what of a group it shows. */
interface Column {
  field: JournalField;
  of: (added: Added) => JournalRow[string] | undefined;
}

/**
 * Lays groups out as rows and columns.
 * @param order another order than the natural one of their keys.
 * @param names of entities, for their rows: a head has no room for one.
 * @param currency of the company, which the heads of amounts name.
 */
export function groupRows(
  data: JournalGroups,
  order: SortKey | null,
  names = noEntityNames,
  currency: Currency | null = null,
): GroupRows {
  const keys = data.by.flatMap((name) => groupingKey(name) ?? []);
  const measures = measureColumns(data);
  const pivot = data.pivot === null ? undefined : groupingKey(data.pivot);
  const columns = measures.map((measure) =>
    gridColumn(
      measure,
      pivot,
      currency,
      commonDecimals([data.total, ...data.groups].map((added) => measure.of(added))),
    ),
  );
  const filled = (row: JournalRow, added: Added): JournalRow => {
    row[shareField.name] = shareWords(added, data);
    for (const { field, of } of columns) {
      const value = of(added);
      if (value !== undefined) row[field.name] = value;
    }
    return row;
  };
  const inOrder = groupsInOrder(data.groups, order, {
    ...{ keys, columns: measures },
    keyOf: ({ key }) => key,
    figureOf: (group, column) => column.of(group),
  });
  const words = (group: Group): JournalRow =>
    Object.fromEntries(keys.map((key, at) => [key.name, keyWords(key, group.key[at] ?? '', names)]));
  const [first] = keys;
  const total = filled(first ? { [first.name]: 'All' } : {}, data.total);
  return {
    fields: [...keys.map((key) => keyField(key, names)), ...columns.map(({ field }) => field)],
    rows: [total, ...inOrder.map((group) => filled(words(group), group))],
    groups: [undefined, ...inOrder],
  };
}

function keyField(key: GroupingKey, names: EntityNames): JournalField {
  const { field, name } = key;
  const isNamed = isEntityKey(key) && names.size > 0;
  const width = isNamed ? 230 : key.part === 'week' ? 190 : Math.max(field.width, 170);
  return { name, kind: 'string', label: keyLabel(key), group: field.group, width };
}

function gridColumn(
  { name, field, across, of }: MeasureColumn,
  pivot: GroupingKey | undefined,
  currency: Currency | null,
  common: number,
): Column {
  const value = pivot && across !== undefined ? `${keyWords(pivot, across)}: ` : '';
  const least = field === linesCounted ? field.width : Math.max(field.width, 130);
  const decimals = Math.max(common, leastDecimals(inCurrency(field, currency)));
  const width = Math.max(
    least,
    Math.min(mostHeadWidth, headRoom + Math.ceil(value.length * smallLetterWidth)),
  );
  return {
    field: { ...field, name, label: value + labelWithCode(field, currency), width, decimals },
    of: (added) => numberIfExact(of(added)),
  };
}

/** Px of a head beside its words, and at most with them: of its two lines the first says the value across. */
const headRoom = 24;
const mostHeadWidth = 260;

/** Decimals beyond which others are not filled up: a single weighed quantity would make "3,149.00000" of all. */
const mostFilled = 2;

/** How many decimals all of these sums are shown with at least. */
function commonDecimals(sums: readonly (number | string | undefined)[]): number {
  const places = sums.map((sum) => (/\.(\d*?)0*$/.exec(String(sum))?.[1] ?? '').length);
  return Math.min(mostFilled, Math.max(0, ...places));
}

/** A sum as a number where a number shows all of its places; else as the text that it came as. */
function numberIfExact(text: number | string | undefined): number | string | undefined {
  if (typeof text !== 'string') return text;
  const [, places = ''] = text.split('.');
  return places.length <= 5 && String(Number(text)) === text ? Number(text) : text;
}
