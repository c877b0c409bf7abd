import 'server-only';
import { conditionsOf, fullOrder, type Condition } from '@/lib/domain/journal/conditions';
import { journalField, keyFields } from '@/lib/domain/journal/field-index';
import type { FilterOperator } from '@/lib/domain/journal/operators';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { folded, foldedColumn, isAscii, quoted, searchColumn, type StoredValue } from './snapshot-columns';

/** A piece of SQL with the values of its question marks. */
export interface SqlPart {
  sql: string;
  values: StoredValue[];
}

const signs: Partial<Record<FilterOperator, string>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

/** The WHERE clause of a query; empty when everything matches. */
export function whereOf(query: JournalQuery): SqlPart {
  const parts = conditionsOf(query).map(conditionSql);
  if (parts.length === 0) return { sql: '', values: [] };
  return {
    sql: `WHERE ${parts.map(({ sql }) => sql).join(' AND ')}`,
    values: parts.flatMap(({ values }) => values),
  };
}

/**
 * The ORDER BY clause: what was asked, ties by the line's identity. `few`: only few lines match, so sorting them
 * is quicker than walking all lines in the order of the index (the plus sign keeps SQLite from doing that).
 */
export function orderOf(query: JournalQuery, few: boolean): string {
  const isKey = (name: string): boolean => keyFields.some((key) => key === name);
  const keys = fullOrder(query).map(({ field, descending }) => {
    const text = journalField(field)?.kind === 'string' && !isKey(field);
    const value = text ? `upper(${quoted(field)})` : `${few ? '+' : ''}${quoted(field)}`;
    return `${value}${descending ? ' DESC' : ''}`;
  });
  return `ORDER BY ${keys.join(', ')}`;
}

function conditionSql(condition: Condition): SqlPart {
  switch (condition.on) {
    case 'search':
      return { sql: `instr(${searchColumn}, ?) > 0`, values: [folded(condition.text)] };
    case 'entities': {
      const parts = condition.ids.map((id) => textSql('BssiEntityID', 'eq', id));
      return {
        sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`,
        values: parts.flatMap((part) => part.values),
      };
    }
    case 'field': {
      const { field, op, value } = condition;
      if (typeof value === 'boolean')
        return { sql: `${quoted(field.name)} ${signs[op] ?? '='} ?`, values: [Number(value)] };
      if (typeof value === 'string' && (field.kind === 'string' || field.kind === 'guid')) {
        return textSql(field.name, op, value, field.kind === 'string');
      }
      return { sql: `${quoted(field.name)} ${signs[op] ?? '='} ?`, values: [value] };
    }
  }
}

function textSql(name: string, op: FilterOperator, value: string, hasFolded = true): SqlPart {
  if (value.trim() === '' && (op === 'eq' || op === 'ne'))
    return { sql: `trim(${quoted(name)}) ${op === 'ne' ? '<>' : '='} ''`, values: [] };
  const text = hasFolded && !isAscii(value) ? foldedText(name) : `upper(${quoted(name)})`;
  const values = [folded(value)];
  if (op === 'contains') return { sql: `instr(${text}, ?) > 0`, values };
  if (op === 'startswith') return { sql: `instr(${text}, ?) = 1`, values };
  return { sql: `${text} ${signs[op] ?? '='} ?`, values };
}

function foldedText(name: string): string {
  return `coalesce(${foldedColumn(name)}, upper(${quoted(name)}))`;
}
