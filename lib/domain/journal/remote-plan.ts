import { conditionsOf, fullOrder, type Comparison, type Condition } from './conditions';
import { journalField, keyFields } from './field-index';
import type { JournalField } from './fields';
import type { FilterValue } from './filter-value';
import { serviceOperators, type ServiceOperator } from './operators';
import type { JournalQuery, SortKey } from './query';

/** What a connection's service is known to do with a read of journal lines; false also where nobody knows yet. */
export interface RemoteAbilities {
  filter: boolean;
  order: boolean;
  page: boolean;
  count: boolean;
  select: boolean;
}

/** A comparison as the service is asked it. */
export interface RemoteComparison {
  field: string;
  op: ServiceOperator;
  value: FilterValue;
  kind: 'string' | 'integer' | 'decimal' | 'boolean' | 'date' | 'time';
}

/** One page, as the service can be asked for it. */
export interface RemotePlan {
  comparisons: RemoteComparison[];
  orderBy: SortKey[];
  top: number;
  skip: number;
  count: boolean;
  select: readonly string[] | null;
}

/**
 * How to ask the service for a page, or null where only the snapshot answers as people expect: search across fields,
 * several entities or none, several batches, lists, filter syntax that is no plain comparison, empty values, and everything where services differ (case of texts that are no Code, order and
 * encoding of options, other scripts, wildcards inside a Code).
 */
export function remotePlan(query: JournalQuery, abilities: RemoteAbilities): RemotePlan | null {
  if (!abilities.page || !abilities.order) return null;
  const orderBy = fullOrder(query);
  if (!query.sort.every(({ field }) => sortsAlike(journalField(field)))) return null;
  const comparisons: RemoteComparison[] = [];
  for (const condition of conditionsOf(query)) {
    const asked = comparisonsOf(condition);
    if (!asked) return null;
    comparisons.push(...asked);
  }
  if (comparisons.length > 0 && !abilities.filter) return null;
  const top = query.pageSize;
  // Filtered fields are selected too, so that rows outside the filter can be told.
  const select =
    abilities.select && query.columns.length > 0
      ? [...new Set([...keyFields, ...query.columns, ...comparisons.map(({ field }) => field)])].filter(
          isSelectable,
        )
      : null;
  return { comparisons, orderBy, top, skip: (query.page - 1) * top, count: abilities.count, select };
}

function comparisonsOf(condition: Condition): RemoteComparison[] | null {
  switch (condition.on) {
    case 'search':
    case 'batches':
    case 'check':
      return null;
    case 'entities': {
      const [id] = condition.ids;
      if (condition.ids.length !== 1 || id === undefined || !isPlainCode(id)) return null;
      return [{ field: 'BssiEntityID', op: 'eq', value: id, kind: 'string' }];
    }
    case 'field':
      return fieldComparisons(condition.field, condition);
  }
}

function fieldComparisons(field: JournalField, comparison: Comparison): RemoteComparison[] | null {
  const { name, kind, code } = field;
  if (kind === 'guid' || kind === 'etag') return null;
  if (comparison.op === 'between') {
    const { from, to } = comparison;
    return [
      { field: name, op: 'ge', value: from, kind },
      { field: name, op: 'le', value: to, kind },
    ];
  }
  const op = serviceOperators.find((known) => known === comparison.op);
  if (!op || !('value' in comparison)) return null;
  const { value } = comparison;
  if (kind !== 'string' || typeof value !== 'string') return [{ field: name, op, value, kind }];
  if (code !== true || !isPlainCode(value)) return null;
  if (op === 'eq' || op === 'ne') return [{ field: name, op, value, kind }];
  // Codes are kept in capitals; inside a search the service may read * ? @ | & ( ) as its own filter signs.
  return /^[\w .\-/]+$/.test(value) ? [{ field: name, op, value: value.toUpperCase(), kind }] : null;
}

function isSelectable(name: string): boolean {
  return !name.startsWith('@'); // annotations come by themselves
}

function isPlainCode(text: string): boolean {
  return text !== '' && text === text.trim() && /^[\x20-\x7e]+$/.test(text);
}

/** Services order the numbers within a code as text, the console by value. */
function sortsAlike(field: JournalField | undefined): boolean {
  return field !== undefined && !['string', 'etag', 'guid'].includes(field.kind);
}
