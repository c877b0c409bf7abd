import { alternativesOf, wholeTextOf, type Alternative, type Separators } from '@/lib/domain/filter-syntax';
import type { CheckId } from './checks';
import { batchField, listed } from './conditions-list';
import { separatorsOf, slowPartsIn } from './field-filter';
import { journalField } from './field-index';
import type { JournalField } from './fields';
import type { BatchName, FieldComparison, JournalQuery } from './query';
import { batchesOf } from './query-parameters';
import type { ValueOperator } from './operators';
import type { FilterValue } from './filter-value';

/** A comparison of one field, what is written in filter syntax read. */
export type Comparison =
  | Exclude<FieldComparison, { value: FilterValue }>
  | { op: Exclude<ValueOperator, 'matches'>; value: FilterValue }
  | { op: 'matches'; alternatives: readonly Alternative[] };

/** A condition that every matching line fulfils. Texts compare without regard to case, blank equals empty. */
export type Condition =
  | ({ on: 'field'; field: JournalField } & Comparison)
  | { on: 'batches'; batches: readonly BatchName[] }
  | { on: 'search'; text: string }
  | { on: 'check'; check: CheckId; today: string };

/** The conditions of a query, with filter syntax read and each comparison in its simplest form. */
export function conditionsOf(query: JournalQuery): Condition[] {
  const conditions = query.filters.flatMap((filter): Condition[] => {
    if (filter.field === batchField) return [{ on: 'batches', batches: batchesOf(listed(filter) ?? []) }];
    const { field: name, ...comparison } = filter;
    const field = journalField(name);
    return field ? [{ on: 'field', field, ...simplest(field, comparison) }] : [];
  });
  if (query.q !== '') conditions.push({ on: 'search', text: query.q });
  if (query.check) conditions.push({ on: 'check', check: query.check, today: query.today });
  return conditions;
}

/** How many comparisons of a query go through all lines, beside what is looked up or compared as one value. */
export function slowPartsOf(query: JournalQuery): number {
  return conditionsOf(query).reduce((sum, condition) => {
    if (condition.on !== 'field') return sum;
    switch (condition.op) {
      case 'matches':
        return sum + slowPartsIn(condition.alternatives);
      case 'contains':
      case 'notcontains':
      case 'startswith':
      case 'endswith':
        return sum + 1;
      default:
        return sum;
    }
  }, 0);
}

/** The plainest comparison that says the same. */
function simplest(field: JournalField, comparison: FieldComparison): Comparison {
  switch (comparison.op) {
    case 'in': {
      const [only, more] = comparison.values;
      return only !== undefined && more === undefined ? { op: 'eq', value: only } : comparison;
    }
    case 'matches':
      return matching(String(comparison.value).trim(), separatorsOf(field));
    case 'between':
    case 'empty':
    case 'notempty':
      return comparison;
    default:
      // TypeScript does not narrow a union by excluding members of a member's own union.
      return { op: comparison.op, value: comparison.value };
  }
}

/** Unlike in the text filter of the access page a plain text is the whole value, as in Business Central's own filters. */
function matching(text: string, separators: Separators): Comparison {
  const alternatives = alternativesOf(text, separators);
  if (alternatives === null) return { op: 'eq', value: text };
  const values = alternatives.map(wholeTextOf);
  if (values.every((value) => value !== null)) {
    const [only, more] = values;
    return only !== undefined && more === undefined ? { op: 'eq', value: only } : { op: 'in', values };
  }
  const [only, ...others] = alternatives.flatMap(({ conditions }) => conditions);
  if (only === undefined || others.length > 0 || only.kind === 'range' || only.kind === 'unclear')
    return { op: 'matches', alternatives };
  if (only.kind === 'whole') return { op: 'ne', value: only.value };
  const core = only.value.replace(/^\*+/, '').replace(/\*+$/, '');
  if (only.isNot || core === '' || /[*?]/.test(core)) return { op: 'matches', alternatives };
  const [isEnd, isStart] = [only.value.startsWith('*'), only.value.endsWith('*')];
  if (isEnd && isStart) return { op: 'contains', value: core };
  if (isStart) return { op: 'startswith', value: core };
  return isEnd ? { op: 'endswith', value: core } : { op: 'matches', alternatives };
}
