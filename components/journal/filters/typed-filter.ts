import { fieldComparison } from '@/lib/domain/journal/field-filter';
import type { JournalField } from '@/lib/domain/journal/fields';
import type { FilterOperator } from '@/lib/domain/journal/operators';
import type { FieldComparison } from '@/lib/domain/journal/query';
import { typedDay, typedNumber, type TypedReading } from '@/lib/domain/reader-input';

/**
 * A comparison as a person types it, numbers and days in the reader's own format.
 * @param texts one for most operators, two for `between`; for `in` any number, each of which may hold several lines.
 */
export function typedComparison(
  field: JournalField,
  op: FilterOperator,
  texts: readonly string[],
): TypedReading<FieldComparison> {
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

/** A pasted column's cells, or a list as filter syntax writes it. */
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

/** Read back as the same number, also where JavaScript would write an exponent that whole numbers cannot have. */
function plainNumber(value: number): string {
  return Number.isInteger(value) ? value.toFixed(0) : String(value);
}
