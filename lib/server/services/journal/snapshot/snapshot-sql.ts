import 'server-only';
import { wholeTextOf, type Alternative, type TextCondition } from '@/lib/domain/filter-syntax';
import { batchesOf } from '@/lib/domain/journal/batch-name';
import { batchField } from '@/lib/domain/journal/conditions-list';
import { alternativesIn, partsOf } from '@/lib/domain/journal/field-filter';
import { journalField } from '@/lib/domain/journal/field-index';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { FilterValue } from '@/lib/domain/journal/filter-value';
import type { FieldComparison, FieldFilter, JournalQuery } from '@/lib/domain/journal/query';
import { beforeCapitals } from '@/lib/domain/natural-order';
import { checkSql } from './check-sql';
import {
  folded,
  inUnits,
  isAscii,
  joined,
  quoted,
  searchColumn,
  sortKey,
  sortKeyColumn,
  sortKeySql,
  sortSql,
  unsetValue,
  type SqlPart,
  type StoredValue,
} from './snapshot-columns';

const signs = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

/** Empty if everything matches. */
export function whereOf(query: JournalQuery, ...more: SqlPart[]): SqlPart {
  const { filters, q, check, today } = query;
  const parts = filters.map(filterSql);
  if (q !== '') parts.push({ sql: `instr(${searchColumn}, ?) > 0`, values: [folded(q)] });
  if (check !== null) parts.push(checkSql(check, today));
  parts.push(...more);
  if (parts.length === 0) return { sql: '', values: [] };
  return {
    sql: `WHERE ${parts.map(({ sql }) => sql).join(' AND ')}`,
    values: parts.flatMap(({ values }) => values),
  };
}

/** Texts compare without regard to case, blank equals empty. */
function filterSql({ field: name, ...comparison }: FieldFilter): SqlPart {
  if (name === batchField) return batchesSql(comparison.op === 'in' ? comparison.values.map(String) : []);
  const field = journalField(name);
  return field ? fieldSql(field, comparison) : { sql: '1', values: [] };
}

function batchesSql(texts: readonly string[]): SqlPart {
  const batches = batchesOf(texts);
  const names = ['JournalTemplateName', 'JournalBatchName'].map(sortKeySql).join(', ');
  return {
    sql: `(${names}) IN (VALUES ${batches.map(() => '(?, ?)').join(', ')})`,
    values: batches.flatMap(({ template, batch }) => [sortKey(template), sortKey(batch)]),
  };
}

function fieldSql(field: JournalField, comparison: FieldComparison): SqlPart {
  const column = sortSql(field);
  const stored = (value: FilterValue): StoredValue => storedOf(field, value);
  switch (comparison.op) {
    case 'empty':
    case 'notempty':
      return {
        sql: `${column} ${comparison.op === 'empty' ? '=' : '<>'} ?`,
        values: [unsetValue[field.kind]],
      };
    case 'between':
      return { sql: `${column} BETWEEN ? AND ?`, values: [stored(comparison.from), stored(comparison.to)] };
    case 'in':
      return inSql(column, 'IN', comparison.values.map(stored));
    case 'matches':
      return syntaxListSql(field.name, alternativesIn(field, String(comparison.value).trim()));
    case 'contains':
    case 'notcontains':
    case 'startswith':
    case 'endswith':
      return partSql(field.name, comparison.op, String(comparison.value));
    default: {
      const { op, value } = comparison;
      if (field.kind === 'string') return textSql(field.name, signs[op], String(value));
      // An empty number is NULL, which differs from the value too.
      return { sql: `${column} ${op === 'ne' ? 'IS NOT' : signs[op]} ?`, values: [stored(value)] };
    }
  }
}

function storedOf({ kind }: JournalField, value: FilterValue): StoredValue {
  if (typeof value === 'boolean') return Number(value);
  if (kind === 'decimal') return inUnits(Number(value)).units;
  if (kind === 'string') return sortKey(String(value));
  return kind === 'guid' ? String(value).toUpperCase() : value;
}

function inSql(expression: string, word: 'IN' | 'NOT IN', values: readonly StoredValue[]): SqlPart {
  return { sql: `${expression} ${word} (${values.map(() => '?').join(',')})`, values: [...values] };
}

function textSql(name: string, sign: string, value: string): SqlPart {
  return sign === '=' || sign === '<>'
    ? { sql: `${sortKeySql(name)} ${sign} ?`, values: [sortKey(value)] }
    : { sql: `${capitals(name, value)} ${sign} ?`, values: [folded(value)] };
}

function partSql(
  name: string,
  op: 'contains' | 'notcontains' | 'startswith' | 'endswith',
  value: string,
): SqlPart {
  const text = capitals(name, value);
  const wanted = folded(value);
  if (op === 'endswith') return { sql: `substr(${text}, -length(?)) = ?`, values: [wanted, wanted] };
  const found = { contains: '> 0', notcontains: '= 0', startswith: '= 1' }[op];
  return { sql: `instr(${text}, ?) ${found}`, values: [wanted] };
}

/** A filter-syntax list; whole values share one lookup, as `slowPartsOf` expects. */
function syntaxListSql(name: string, alternatives: readonly Alternative[]): SqlPart {
  const wholes = alternatives.flatMap((one) => wholeTextOf(one) ?? []);
  const others = alternatives.filter((one) => wholeTextOf(one) === null);
  return joined('OR', [
    ...(wholes.length > 0 ? [inSql(sortKeySql(name), 'IN', wholes.map(sortKey))] : []),
    ...others.map((one) => {
      const { excluded, others: rest } = partsOf(one);
      return joined('AND', [
        ...(excluded.length > 0 ? [inSql(sortKeySql(name), 'NOT IN', excluded.map(sortKey))] : []),
        ...rest.map((condition) => syntaxSql(name, condition)),
      ]);
    }),
  ]);
}

function syntaxSql(name: string, condition: TextCondition): SqlPart {
  if (condition.kind === 'unclear') return { sql: '0', values: [] };
  if (condition.kind === 'range') {
    const { from, to, isFromOpen, isToOpen } = condition;
    return joined('AND', [
      ...(from === '' ? [] : [textSql(name, isFromOpen ? '>' : '>=', from)]),
      ...(to === '' ? [] : [textSql(name, isToOpen ? '<' : '<=', to)]),
    ]);
  }
  const { kind, value, isNot } = condition;
  if (kind === 'whole') return textSql(name, isNot ? '<>' : '=', value);
  // SQLite's GLOB has the same two wildcards, and a third that is an ordinary character here.
  const pattern = folded(value)
    .replaceAll('[', '[[]')
    .replace(/\*{2,}/g, '*');
  const text = capitals(name, value);
  // Blank text counts as empty, so only a pattern of wildcards matches it.
  const filled = /[^*? ]/.test(value) ? text : `iif(${sortKeySql(name)} = '', '', ${text})`;
  return { sql: `${filled} ${isNot ? 'NOT GLOB' : 'GLOB'} ?`, values: [pattern] };
}

/** The column's text in capitals; uses letters beyond ASCII only if `value` has some. */
function capitals(name: string, value: string): string {
  const plain = `upper(${quoted(name)})`;
  if (isAscii(value)) return plain;
  // The sort key of such a text ends with its capitals.
  const [key, mark] = [sortKeyColumn(name), `char(${String(beforeCapitals.charCodeAt(0))})`];
  return `iif(instr(${key}, ${mark}) > 0, substr(${key}, instr(${key}, ${mark}) + 1), ${plain})`;
}
