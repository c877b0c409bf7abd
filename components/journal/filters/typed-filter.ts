import { alternativesOf, wholeTextOf } from '@/lib/domain/filter-syntax';
import { fieldComparison } from '@/lib/domain/journal/field-filter';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { FilterOperator } from '@/lib/domain/journal/operators';
import type { FieldComparison } from '@/lib/domain/journal/query';
import { typedDay, typedNumber, type TypedReading } from '@/lib/domain/reader-input';

/**
 * Reads a typed comparison in the reader's format; signs beside a number replace `op`.
 * @param texts two for `between`, any number of lines for `in`, else one.
 */
export function typedComparison(
  field: JournalField,
  op: FilterOperator,
  texts: readonly string[],
): TypedReading<FieldComparison> {
  const [only = ''] = texts;
  if (texts.length === 1 && op !== 'in' && hasSigns(field, only))
    return comparisonInSigns(field, only.trim());
  const given = op === 'in' && field.options === undefined ? texts.flatMap(linesOf) : texts;
  if (op === 'in' && given.length === 0)
    return { fault: 'Enter at least one value, each on a line of its own.' };
  const plain: string[] = [];
  for (const text of given) {
    const reading = plainForm(field, text);
    if ('fault' in reading) return reading;
    plain.push(reading.value);
  }
  const reading = fieldComparison(field, op, plain);
  return 'fault' in reading ? { fault: `${field.label} ${reading.fault}` } : reading;
}

const isNumber = ({ kind }: JournalField): boolean => kind === 'integer' || kind === 'decimal';

/** Whether a number field's text has comparison signs: `> 1000`, `<> 0`, `10..20`. */
function hasSigns(field: JournalField, text: string): boolean {
  return isNumber(field) && /[<>=|&*?]|\.\./.test(text);
}

/** Business Central's filter syntax with the reader's decimal sign. */
function comparisonInSigns(field: JournalField, text: string): TypedReading<FieldComparison> {
  const alternatives = alternativesOf(text, '|') ?? [];
  const values = alternatives.map(wholeTextOf);
  const isList = values.length > 0 && values.every((value) => value !== null);
  if (isList) return typedComparison(field, values.length === 1 ? 'eq' : 'in', values);
  const conditions = alternatives.length === 1 ? (alternatives[0]?.conditions ?? []) : [];
  const read = (op: FilterOperator, ...texts: string[]) => typedComparison(field, op, texts);
  const [one, two] = conditions;
  if (conditions.length === 1 && one?.kind === 'whole') return read('ne', one.value);
  if (conditions.length === 1 && one?.kind === 'range') {
    const { from, to, isFromOpen, isToOpen } = one;
    if (to === '') return read(isFromOpen ? 'gt' : 'ge', from);
    return from === '' ? read(isToOpen ? 'lt' : 'le', to) : read('between', from, to);
  }
  if (conditions.length === 2 && one?.kind === 'range' && two?.kind === 'range') {
    const [lower, upper] = one.to === '' ? [one, two] : [two, one];
    const isBetween = lower.to === '' && upper.from === '' && !lower.isFromOpen && !upper.isToOpen;
    if (isBetween) return read('between', lower.from, upper.to);
  }
  return {
    fault: `“${text}” is not understood as one comparison. Write it as 10..20, >10, <>0 or 10|20, and add a filter for each further one.`,
  };
}

/** Pasted cells, or a list in filter syntax. */
function linesOf(text: string): string[] {
  return text.split(/[\r\n\t|]/).filter((line) => line.trim() !== '');
}

function plainForm({ kind, label }: JournalField, typed: string): TypedReading<string> {
  const text = typed.trim();
  switch (kind) {
    case 'integer':
    case 'decimal': {
      const reading = typedNumber(text);
      if ('fault' in reading) return reading;
      return kind === 'integer' && !Number.isInteger(reading.value)
        ? { fault: `${label} has whole numbers only.` }
        : { value: plainNumber(reading.value) };
    }
    case 'date':
      return text === '' ? { fault: 'Enter a day.' } : typedDay(text);
    case 'time': {
      if (text === '') return { fault: 'Enter a time.' };
      return { value: text.length === 5 ? `${text}:00` : text };
    }
    default:
      return { value: text };
  }
}

/** Without an exponent. */
function plainNumber(value: number): string {
  return Number.isInteger(value) ? value.toFixed(0) : String(value);
}
