import 'server-only';
import { wholeTextOf, type Alternative, type TextCondition } from '@/lib/domain/filter-syntax';
import { conditionsOf, partsOf, type Comparison, type Condition } from '@/lib/domain/journal/conditions';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { FilterValue } from '@/lib/domain/journal/filter-value';
import type { JournalQuery } from '@/lib/domain/journal/query';
import { checkSql } from './check-sql';
import {
  folded,
  foldedColumn,
  isAscii,
  joined,
  quoted,
  searchColumn,
  unsetValue,
  type SqlPart,
  type StoredValue,
} from './snapshot-columns';

const signs = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

/** The WHERE clause of a query, and of more that has to hold; empty when everything matches. */
export function whereOf(query: JournalQuery, ...more: SqlPart[]): SqlPart {
  const parts = [...conditionsOf(query).map(conditionSql), ...more];
  if (parts.length === 0) return { sql: '', values: [] };
  return {
    sql: `WHERE ${parts.map(({ sql }) => sql).join(' AND ')}`,
    values: parts.flatMap(({ values }) => values),
  };
}

function conditionSql(condition: Condition): SqlPart {
  switch (condition.on) {
    case 'search':
      return { sql: `instr(${searchColumn}, ?) > 0`, values: [folded(condition.text)] };
    case 'entities':
      return textListSql('BssiEntityID', condition.ids);
    case 'batches':
      return joined(
        'OR',
        condition.batches.map(({ template, batch }) =>
          joined('AND', [
            textSql('JournalTemplateName', '=', template),
            textSql('JournalBatchName', '=', batch),
          ]),
        ),
      );
    case 'check':
      return checkSql(condition.check, condition.today);
    case 'field':
      return fieldSql(condition.field, condition);
  }
}

function fieldSql(field: JournalField, comparison: Comparison): SqlPart {
  const column = quoted(field.name);
  switch (comparison.op) {
    case 'empty':
    case 'notempty':
      return emptySql(field, comparison.op === 'empty' ? '=' : '<>');
    case 'between':
      return {
        sql: `${column} BETWEEN ? AND ?`,
        values: [storedOf(comparison.from), storedOf(comparison.to)],
      };
    case 'in':
      return listSql(field, comparison.values);
    case 'matches':
      return syntaxListSql(field.name, comparison.alternatives);
    case 'contains':
    case 'notcontains':
    case 'startswith':
    case 'endswith':
      return partSql(field.name, comparison.op, String(comparison.value));
    default: {
      const { op, value } = comparison;
      // A number that the service left empty is stored as NULL: it is not the value either.
      if (!isText(field))
        return { sql: `${column} ${op === 'ne' ? 'IS NOT' : signs[op]} ?`, values: [storedOf(value)] };
      return textSql(field.name, signs[op], String(value), field.kind === 'string');
    }
  }
}

function isText({ kind }: JournalField): boolean {
  return kind === 'string' || kind === 'guid';
}

function storedOf(value: FilterValue): StoredValue {
  return typeof value === 'boolean' ? Number(value) : value;
}

function emptySql({ name, kind }: JournalField, sign: '=' | '<>'): SqlPart {
  if (kind === 'string') return { sql: `trim(${quoted(name)}) ${sign} ''`, values: [] };
  return { sql: `${quoted(name)} ${sign} ?`, values: [unsetValue[kind]] };
}

function listSql(field: JournalField, values: readonly FilterValue[]): SqlPart {
  return isText(field)
    ? textListSql(field.name, values.map(String), { hasFolded: field.kind === 'string' })
    : inSql(quoted(field.name), 'IN', values.map(storedOf));
}

/** Texts of which a line has one, or none: each form in which they are compared is worked out once a line. */
function textListSql(
  name: string,
  texts: readonly string[],
  { isNot = false, hasFolded = true } = {},
): SqlPart {
  const formOf = (text: string): string => textFor(name, text, hasFolded);
  const filled = texts.filter((text) => text.trim() !== '');
  return joined(isNot ? 'AND' : 'OR', [
    ...[...new Set(filled.map(formOf))].map((form) =>
      inSql(form, isNot ? 'NOT IN' : 'IN', filled.filter((text) => formOf(text) === form).map(folded)),
    ),
    ...(texts.some((text) => text.trim() === '') ? [textSql(name, isNot ? '<>' : '=', '')] : []),
  ]);
}

function inSql(expression: string, word: 'IN' | 'NOT IN', values: readonly StoredValue[]): SqlPart {
  return { sql: `${expression} ${word} (${values.map(() => '?').join(',')})`, values: [...values] };
}

function textSql(name: string, sign: string, value: string, hasFolded = true): SqlPart {
  if (value.trim() === '' && (sign === '=' || sign === '<>'))
    return { sql: `trim(${quoted(name)}) ${sign} ''`, values: [] };
  return { sql: `${textFor(name, value, hasFolded)} ${sign} ?`, values: [folded(value)] };
}

function partSql(
  name: string,
  op: 'contains' | 'notcontains' | 'startswith' | 'endswith',
  value: string,
): SqlPart {
  const text = textFor(name, value);
  const wanted = folded(value);
  if (op === 'endswith') return { sql: `substr(${text}, -length(?)) = ?`, values: [wanted, wanted] };
  const found = { contains: '> 0', notcontains: '= 0', startswith: '= 1' }[op];
  return { sql: `instr(${text}, ?) ${found}`, values: [wanted] };
}

/** What is written in filter syntax; whole values are looked up together, as `slowPartsOf` counts on. */
function syntaxListSql(name: string, alternatives: readonly Alternative[]): SqlPart {
  const wholes = alternatives.flatMap((one) => wholeTextOf(one) ?? []);
  const others = alternatives.filter((one) => wholeTextOf(one) === null);
  return joined('OR', [
    ...(wholes.length > 0 ? [textListSql(name, wholes)] : []),
    ...others.map((one) => {
      const { excluded, others: rest } = partsOf(one);
      return joined('AND', [
        ...(excluded.length > 0 ? [textListSql(name, excluded, { isNot: true })] : []),
        ...rest.map((condition) => syntaxSql(name, condition)),
      ]);
    }),
  ]);
}

/** One condition of Business Central's filter syntax. */
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
  // SQLite's GLOB has the same two signs, and a third that is an ordinary character here.
  const pattern = folded(value)
    .replaceAll('[', '[[]')
    .replace(/\*{2,}/g, '*');
  const text = textFor(name, value);
  // Only a pattern of nothing else matches a blank text, which counts as empty.
  const filled = /[^*? ]/.test(value)
    ? text
    : `CASE WHEN trim(${quoted(name)}) = '' THEN '' ELSE ${text} END`;
  return { sql: `${filled} ${isNot ? 'NOT GLOB' : 'GLOB'} ?`, values: [pattern] };
}

/** The column's text in the form in which it is compared with `value`. */
function textFor(name: string, value: string, hasFolded = true): string {
  const plain = `upper(${quoted(name)})`;
  return hasFolded && !isAscii(value) ? `coalesce(${foldedColumn(name)}, ${plain})` : plain;
}
