import {
  alternativesOf,
  unclearInWords,
  wholeTextOf,
  type Alternative,
  type Separators,
  type TextCondition,
} from '@/lib/domain/filter-syntax';
import { journalField } from './field-index';
import type { JournalField } from './fields';
import {
  filterValueForm,
  isWholeText,
  longestFilterSyntax,
  mostFilterValues,
  mostSlowParts,
  readFilterValue,
  type FilterValue,
} from './filter-value';
import { filterOperators, operatorsOf, type FilterOperator } from './operators';
import type { FieldComparison, FieldFilter } from './query';

/** The value of a text, or why it has none, in words that follow the name of the text. */
export type Reading<T> = { value: T } | { fault: string };

const fault = (words: string): { fault: string } => ({ fault: words });

/** Writes a filter for an address: `Field~op~value`, `Field~between~from~to`, `Field~in~a~b~c`, `Field~empty`. */
export function writeFieldFilter({ field, ...comparison }: FieldFilter): string {
  return [field, comparison.op, ...valuesOf(comparison)].join('~');
}

function valuesOf(comparison: FieldComparison): string[] {
  switch (comparison.op) {
    case 'empty':
    case 'notempty':
      return [];
    case 'between':
      return [String(comparison.from), String(comparison.to)];
    case 'in':
      return comparison.values.map((value) => String(value).replaceAll('%', '%25').replaceAll('~', '%7E'));
    default:
      return [String(comparison.value)];
  }
}

/** Reads what `writeFieldFilter` writes. */
export function readFieldFilter(text: string): Reading<FieldFilter> {
  const [name = '', operator = '', ...rest] = text.split('~');
  const field = journalField(name);
  if (!field) return fault(`names “${name.slice(0, 60)}”, which is no field of a journal line.`);
  const op = filterOperators.find((known) => known === operator);
  const allowed = operatorsOf[field.kind];
  const needsValue = op !== 'empty' && op !== 'notempty';
  if (!op || !allowed.includes(op) || rest.length > 0 !== needsValue) {
    const form = allowed.length === 0 ? 'left out' : `${name}~op~value with op one of ${allowed.join(', ')}`;
    return fault(`on ${name} must be ${form}.`);
  }
  const values = op === 'in' ? rest.map(unescaped) : op === 'between' ? rest : [rest.join('~')];
  const reading = fieldComparison(field, op, values);
  return 'fault' in reading
    ? fault(`on ${name} ${reading.fault}`)
    : { value: { field: name, ...reading.value } };
}

function unescaped(text: string): string {
  return text.replaceAll('%7E', '~').replaceAll('%25', '%');
}

/**
 * Makes a comparison of values in the plain form: numbers as 20000 or 100.5, days as YYYY-MM-DD.
 * @param texts one for most operators, two for `between`, any number for `in`.
 */
export function fieldComparison(
  field: JournalField,
  op: FilterOperator,
  texts: readonly string[],
): Reading<FieldComparison> {
  if (op === 'empty' || op === 'notempty') return { value: { op } };
  const [first = ''] = texts;
  if (op === 'matches') {
    const words = textFault(first) ?? syntaxFault(first.trim(), separatorsOf(field));
    return words === null ? { value: { op, value: first.trim() } } : fault(`cannot be used: ${words}`);
  }
  const values = texts.map((text) => readFilterValue(field.kind, text));
  if (!values.every((value) => value !== undefined)) return fault(`needs ${filterValueForm(field.kind)}.`);
  if (op === 'in') return listComparison(values);
  const [from, to, ...others] = values;
  if (from === undefined || others.length > 0 || (to === undefined) !== (op !== 'between'))
    return fault(op === 'between' ? 'needs two values.' : 'needs one value.');
  if (op === 'between')
    return to === undefined || from > to
      ? fault('must have its lower value first.')
      : { value: { op, from, to } };
  if (typeof from === 'string' && from.trim() === '' && op !== 'eq' && op !== 'ne')
    return fault('needs a text to look for.');
  return { value: { op, value: from } };
}

function listComparison(values: readonly FilterValue[]): Reading<FieldComparison> {
  if (values.length === 0) return fault('needs a value.');
  const written = values.reduce((sum: number, value) => sum + String(value).length + 1, 0);
  return values.length > mostFilterValues || written > longestFilterSyntax
    ? fault(
        `takes ${mostFilterValues} values at most, of ${longestFilterSyntax} characters together; it was given ${values.length}.`,
      )
    : { value: { op: 'in', values: [...new Set(values)] } };
}

function textFault(text: string): string | null {
  if (!isWholeText(text)) return 'it holds a character that no text can have.';
  return text.length > longestFilterSyntax ? `it has more than ${longestFilterSyntax} characters.` : null;
}

/** Why the console cannot use a text in filter syntax, as a sentence; null: it can. */
export function syntaxFault(text: string, separators: Separators): string | null {
  const unclear = unclearInWords(text, separators, false);
  if (unclear !== null) return `${unclear}.`;
  const alternatives = alternativesOf(text, separators);
  if (text.trim() === '' || alternatives?.length === 0) return 'it says nothing to look for.';
  // A condition of SQLite has 1,000 parts at most.
  const parts = alternatives?.flatMap(({ conditions }) => conditions).length ?? 1;
  if (parts > mostFilterValues) return `it has ${parts} parts; ${mostFilterValues} are the most.`;
  const slow = slowPartsIn(alternatives ?? []);
  return slow > mostSlowParts
    ? `it has ${slow} parts with signs such as * ? .. < or >; ${mostSlowParts} are the most. Whole values may be ${mostFilterValues}.`
    : null;
}

/** The signs that separate the values of a list in filter syntax: codes hold no comma, other texts may. */
function separatorsOf({ code }: JournalField): Separators {
  return code === true ? '|,' : '|';
}

/** The alternatives of a text in filter syntax. A plain text is the whole value, as in Business Central's own filters. */
export function alternativesIn(field: JournalField, text: string): Alternative[] {
  const whole = { typed: text, conditions: [{ kind: 'whole', value: text, isNot: false } as const] };
  return alternativesOf(text, separatorsOf(field)) ?? [whole];
}

/** The values that an alternative excludes, which one lookup finds, and its other conditions. */
export function partsOf({ conditions }: Alternative): { excluded: string[]; others: TextCondition[] } {
  const isExcluded = (one: TextCondition) => one.kind === 'whole' && one.isNot;
  return {
    excluded: conditions.flatMap((one) => (one.kind === 'whole' && one.isNot ? [one.value] : [])),
    others: conditions.filter((one) => !isExcluded(one)),
  };
}

/** How many comparisons of the filters go through all lines, beside lookups and comparisons of one whole value. */
export function slowPartsOf(filters: readonly FieldFilter[]): number {
  return filters.reduce((sum, filter) => {
    const field = journalField(filter.field);
    if (filter.op === 'matches')
      return sum + slowPartsIn(field ? alternativesIn(field, String(filter.value)) : []);
    return sum + Number(['contains', 'notcontains', 'startswith', 'endswith'].includes(filter.op));
  }, 0);
}

function slowPartsIn(alternatives: readonly Alternative[]): number {
  return alternatives.reduce((sum, alternative) => {
    const { excluded, others } = partsOf(alternative);
    return wholeTextOf(alternative) === null ? sum + others.length + Number(excluded.length > 0) : sum;
  }, 0);
}
